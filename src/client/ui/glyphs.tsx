// Icons this kit draws itself, to avoid an icon library.

export function CrossGlyph() {
  return <Glyph path="M5 5l10 10M15 5 5 15" />
}

export function BackGlyph() {
  return <Glyph path="M16 10H4m5.5-5.5L4 10l5.5 5.5" />
}

function Glyph({ path }: { path: string }) {
  return (
    <svg className="size-5 flex-none" viewBox="0 0 20 20" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}

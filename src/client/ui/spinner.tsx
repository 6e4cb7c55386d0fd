/** Inside buttons only; a waiting page shows skeletons. */
export function Spinner() {
  return (
    <svg className="spin size-5" viewBox="0 0 20 20" fill="none" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeOpacity=".3" strokeWidth="2" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}

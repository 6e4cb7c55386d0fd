// Draws the demo's service photos: a dipstick before and after, and the sticker left behind.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const folder = join(import.meta.dirname, '../src/server/demo/photos')

const frame = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 960">
  <defs>
    <linearGradient id="bay" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#3d444d"/><stop offset="1" stop-color="#14181f"/>
    </linearGradient>
    <linearGradient id="steel" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" stop-color="#f2f3f4"/><stop offset=".5" stop-color="#aeb4ba"/><stop offset="1" stop-color="#6f767e"/>
    </linearGradient>
    <filter id="soft"><feGaussianBlur stdDeviation="14"/></filter>
  </defs>
  <rect width="1280" height="960" fill="url(#bay)"/>
  <g stroke="#0c0f13" stroke-width="10" fill="#2a3037">
    <rect x="-40" y="60" width="560" height="230" rx="28"/><rect x="620" y="-30" width="720" height="250" rx="36"/>
    <rect x="820" y="700" width="560" height="320" rx="40"/><circle cx="170" cy="820" r="190"/>
  </g>
  <g stroke="#1a1f25" stroke-width="14">
    <path d="M660 30v150M720 30v150M780 30v150M840 30v150M900 30v150M960 30v150"/>
  </g>
  ${inside}
</svg>`

/** A dipstick on a cloth with oil up to `level`, 0 at MIN and 1 at MAX. */
const dipstick = (level: number, oil: string) =>
  frame(`<g transform="rotate(-11 640 480)">
    <path d="M40 330c220-40 900-50 1210 10 30 110 20 240-20 330-340 50-880 40-1190-10-30-110-30-220 0-330z" fill="#e9e4da"/>
    <path d="M150 380c300 40 700-30 1000 20M120 620c330-40 760 20 1060-20" fill="none" stroke="#d2cabb" stroke-width="10"/>
    <ellipse cx="${330 + level * 210}" cy="540" rx="120" ry="34" fill="${oil}" opacity=".35" filter="url(#soft)"/>
    <rect x="150" y="476" width="900" height="40" rx="18" fill="url(#steel)"/>
    <rect x="150" y="476" width="${150 + level * 420}" height="40" rx="18" fill="${oil}"/>
    <path d="M290 462v68M720 462v68" stroke="#14181f" stroke-width="8"/>
    <g font-family="sans-serif" font-size="30" font-weight="700" fill="#14181f"><text x="255" y="450">MIN</text><text x="682" y="450">MAX</text></g>
    <circle cx="1090" cy="496" r="58" fill="none" stroke="#e0a21a" stroke-width="30"/>
  </g>`)

const sticker = frame(`<g transform="rotate(4 640 480)">
  <rect x="300" y="230" width="680" height="480" rx="34" fill="#fffdf6" stroke="#e0a21a" stroke-width="14"/>
  <path d="M640 280c40 60 62 92 62 124a62 62 0 1 1-124 0c0-32 22-64 62-124z" fill="#e0a21a"/>
  <g font-family="sans-serif" fill="#14181f" text-anchor="middle">
    <text x="640" y="545" font-size="58" font-weight="700">NEXT OIL CHANGE</text>
    <text x="640" y="640" font-size="64">in 5,000 miles</text>
  </g>
</g>`)

const pictures = {
  'oil-before': dipstick(0.12, '#1d140b'),
  'oil-after': dipstick(0.94, '#c9811a'),
  sticker,
}

mkdirSync(folder, { recursive: true })
for (const [name, svg] of Object.entries(pictures)) {
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#fff' })
  const jpeg = { quality: 72, mozjpeg: true }
  writeFileSync(
    join(folder, `${name}.jpg`),
    await picture.clone().resize(1280).jpeg(jpeg).toBuffer(),
  )
  writeFileSync(
    join(folder, `${name}-thumbnail.jpg`),
    await picture.clone().resize(320).jpeg(jpeg).toBuffer(),
  )
}
console.log(`${Object.keys(pictures).length} pictures drawn`)

// Draws the demo's service photos: a dipstick before and after, the sticker left behind, and what inspections found.
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

/** A worn tire with a gauge in its groove. */
const tread = frame(`<g>
  <rect x="170" y="-40" width="940" height="1040" rx="90" fill="#17191c"/>
  <g stroke="#2c3035" stroke-width="46"><path d="M330-40v1040M640-40v1040M950-40v1040"/></g>
  <g stroke="#24272b" stroke-width="16" fill="none">
    ${Array.from({ length: 9 }, (_, n) => `<path d="M180 ${n * 120 - 30}l120 46M360 ${n * 120 + 16}l240 0M680 ${n * 120 + 16}l240 0M980 ${n * 120 + 16}l120-46"/>`).join('')}
  </g>
  <g fill="#3a3f45">${Array.from({ length: 3 }, (_, n) => `<rect x="617" y="${n * 360 + 60}" width="46" height="26"/>`).join('')}</g>
  <g transform="translate(640 470)">
    <rect x="-170" y="-60" width="340" height="54" rx="16" fill="url(#steel)"/>
    <rect x="-9" y="-250" width="18" height="330" fill="#c9ced3"/>
    <rect x="-56" y="-420" width="112" height="330" rx="14" fill="#fffdf6" stroke="#e0a21a" stroke-width="10"/>
    <path d="M-56-360h46M-56-320h30M-56-280h46M-56-240h30M-56-200h46M-56-160h30" stroke="#14181f" stroke-width="7"/>
    <rect x="-30" y="-196" width="86" height="22" fill="#b3261e"/>
    <text x="0" y="-440" font-family="sans-serif" font-size="34" font-weight="700" fill="#fffdf6" text-anchor="middle">32nds</text>
  </g>
</g>`)

/** A brake's disc, caliper and thin pad. */
const pads = frame(`<g>
  <circle cx="600" cy="520" r="430" fill="url(#steel)" stroke="#4b5157" stroke-width="14"/>
  <g fill="none" stroke="#8a9198" stroke-width="6" opacity=".6"><circle cx="600" cy="520" r="380"/><circle cx="600" cy="520" r="320"/><circle cx="600" cy="520" r="265"/></g>
  <circle cx="600" cy="520" r="190" fill="#5c636b" stroke="#3d434a" stroke-width="14"/>
  <g fill="#22262b">${[0, 72, 144, 216, 288].map((turn) => `<circle cx="600" cy="410" r="24" transform="rotate(${turn} 600 520)"/>`).join('')}<circle cx="600" cy="520" r="62"/></g>
  <path d="M820 170c170 90 240 240 230 420l-190 0c4-110-40-200-140-260z" fill="#b3261e" stroke="#5f1410" stroke-width="12"/>
  <path d="M760 300c90 62 124 150 120 268l44 0c4-132-40-230-136-300z" fill="#3a3228"/>
  <path d="M744 322c82 58 112 138 110 244l22 0c4-112-30-200-118-262z" fill="#d8a24a"/>
</g>`)

/** A battery's terminal with a crust. */
const battery = frame(`<g transform="rotate(-3 640 480)">
  <rect x="130" y="360" width="1020" height="560" rx="30" fill="#1c2127" stroke="#0c0f13" stroke-width="12"/>
  <rect x="130" y="360" width="1020" height="150" rx="30" fill="#2a3037"/>
  <rect x="300" y="600" width="680" height="200" rx="20" fill="#e0a21a"/>
  <text x="640" y="728" font-family="sans-serif" font-size="88" font-weight="700" fill="#14181f" text-anchor="middle">12 V</text>
  <rect x="250" y="250" width="130" height="150" rx="30" fill="url(#steel)"/>
  <path d="M180 240c60-70 220-70 290 4l120-90 60 60-160 130c-60 60-250 50-300-16z" fill="#b3261e"/>
  <g fill="#8fd0c0"><circle cx="250" cy="330" r="44"/><circle cx="310" cy="360" r="52"/><circle cx="380" cy="338" r="40"/><circle cx="300" cy="288" r="30"/><circle cx="410" cy="372" r="26"/></g>
  <g fill="#e8f4f0"><circle cx="270" cy="326" r="18"/><circle cx="330" cy="364" r="22"/><circle cx="384" cy="344" r="14"/></g>
  <rect x="900" y="250" width="130" height="150" rx="30" fill="url(#steel)"/>
  <path d="M840 236c50-60 200-60 250 0l0 70c-60 50-200 50-250 0z" fill="#14181f"/>
</g>`)

const pictures = {
  'oil-before': dipstick(0.12, '#1d140b'),
  'oil-after': dipstick(0.94, '#c9811a'),
  sticker,
  tread,
  pads,
  battery,
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

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Fonts that come with the packages, and those of the folder of BENCH_FONTS_DIR (`@fontsource` packages) when there is one. */
export function fontFaces(): Map<string, string> {
  const faces = new Map<string, string>()
  const add = (family: string, weight: number, file: string, type: string): void => {
    if (existsSync(file))
      faces.set(
        family,
        `${faces.get(family) ?? ''}@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/${type};base64,${readFileSync(file).toString('base64')})}`
      )
  }
  for (const [weight, name] of [
    [400, 'Regular'],
    [700, 'Bold'],
  ] as const)
    add('Liberation Sans', weight, `node_modules/pdfjs-dist/standard_fonts/LiberationSans-${name}.ttf`, 'ttf')
  add('Inter', 400, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', 'woff2')
  const folder = process.env.BENCH_FONTS_DIR
  for (const font of folder && existsSync(folder) ? readdirSync(folder) : []) {
    const family = font
      .split('-')
      .map((word) =>
        word === 'ibm' || word === 'pt' || word === 'eb' || word === 'vt323'
          ? word.toUpperCase()
          : word.charAt(0).toUpperCase() + word.slice(1)
      )
      .join(' ')
    for (const weight of [400, 700])
      add(family, weight, join(folder ?? '', font, 'files', `${font}-latin-${weight}-normal.woff2`), 'woff2')
  }
  return faces
}

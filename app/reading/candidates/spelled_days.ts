import { fold } from '#app/reading/pages/text_forms'

const figures: Record<number, string> = {
  1: 'uno un primero primer uno um u primo premier erste',
  2: 'dos dous dois deux',
  3: 'tres tre trois',
  4: 'cuatro catro quatro quatre quattro',
  5: 'cinco cinc cinque cinq',
  6: 'seis sis sei six',
  7: 'siete sete set sette sept',
  8: 'ocho oito vuit otto huit',
  9: 'nueve nove nou neuf',
  10: 'diez dez deu dieci dix',
  11: 'once onze undici',
  12: 'doce doze dotze dodici douze',
  13: 'trece treze tretze tredici treize',
  14: 'catorce catorze quattordici quatorze',
  15: 'quince quinze quindici',
  16: 'dieciseis dezaseis dezasseis setze sedici seize',
  17: 'diecisiete dezasete dezassete disset diciassette',
  18: 'dieciocho dezaoito dezoito divuit diciotto',
  19: 'diecinueve dezanove dinou diciannove',
  20: 'veinte vinte vint venti vingt',
  21: 'veintiuno veintiun ventuno',
  22: 'veintidos ventidue',
  23: 'veintitres ventitre',
  24: 'veinticuatro ventiquattro',
  25: 'veinticinco venticinque',
  26: 'veintiseis ventisei',
  27: 'veintisiete ventisette',
  28: 'veintiocho ventotto',
  29: 'veintinueve ventinove',
  30: 'treinta trinta trenta trente',
  31: 'trentuno',
}
const figureOf = new Map(
  Object.entries(figures).flatMap(([figure, names]) =>
    names.split(' ').map((name) => [name, Number(figure)] as const)
  )
)
const joints = new Set(['y', 'e', 'i', 'et'])
const thousand = new Set(['mil', 'mille', 'duemila'])

/** Whether a word may begin a day written out: "diecinueve", "vint-i-dos". */
export function isSpelledDay(word: string): boolean {
  return figureOf.has(fold(word).split('-')[0] ?? '')
}

/** "diecinueve de enero de dos mil veintiséis" with its figures: "19 de enero de 2026"; other words stay. */
export function withFigures(text: string): string {
  const words = fold(text)
    .replace(/[-–]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const parts: string[] = []
  let at = 0
  while (at < words.length) {
    const { value, next } = numberAt(words, at)
    parts.push(value === null ? (words[at] ?? '') : String(value))
    at = value === null ? at + 1 : next
  }
  return parts.join(' ')
}

function numberAt(words: string[], start: number): { value: number | null; next: number } {
  let at = start
  let value: number | null = null
  while (at < words.length) {
    const word = words[at]?.replace(/[.,;]+$/, '') ?? ''
    const isJoint: boolean = value !== null && joints.has(word) && figureOf.has(words[at + 1] ?? '')
    const figure = figureOf.get(word)
    if (thousand.has(word) && value !== null) value *= 1000
    else if (word === 'duemila') value = 2000
    else if (figure !== undefined && fits(value, figure)) value = (value ?? 0) + figure
    else if (!isJoint) break
    at += 1
  }
  return { value, next: at }
}

/** Units follow tens, and both follow thousands. */
function fits(value: number | null, figure: number): boolean {
  return value === null || value % 1000 === 0 || (value % 10 === 0 && value % 100 >= 20 && figure < 10)
}

import { toSepaText } from '#app/kernel/text/sepa_text'
import { normalizeName, trigramSimilarity } from '#app/kernel/text/similarity'

/** Greek as it is spoken (ISO 843 type 2, ELOT 743), as it is written (type 1), and as scholars and old papers have it. */
const greek = [
  'ου ou αυ av ευ ev ηυ iv γγ ng γξ nx γχ nch μπ b ντ nt β v γ g δ d ζ z θ th κ k λ l μ m ν n ξ x π p ρ r σ s ς s τ t φ f χ ch ψ ps α a ε e η i ι i ο o υ y ω o',
  'ου ou αυ au ευ eu ηυ iu γγ ng μπ mp ντ nt β v γ g δ d ζ z θ th κ k λ l μ m ν n ξ x π p ρ r σ s ς s τ t φ f χ ch ψ ps α a ε e η i ι i ο o υ y ω o',
  'ου ou αυ au ευ eu γγ ng μπ b ντ d β b γ g δ d ζ z θ th κ k λ l μ m ν n ξ x π p ρ r σ s ς s τ t φ ph χ h ψ ps α a ε e η e ι i ο o υ u ω o',
] as const

/** Cyrillic by ISO 9 (its marks left out, as names are folded), as linguists do, and as passports and maps do (ICAO, BGN). */
const cyrillic = [
  'а a б b в v г g д d е e ё e ж z з z и i й j к k л l м m н n о o п p р r с s т t у u ф f х h ц c ч c ш s щ s ы y э e ю u я a і i ї i є e ґ g ў u ђ d ј j љ l њ n ћ c џ d',
  'а a б b в v г g д d е e ё e ж z з z и i й j к k л l м m н n о o п p р r с s т t у u ф f х ch ц c ч c ш s щ sc ы y э e ю ju я ja і i ї ji є je ґ g ў u ђ d ј j љ lj њ nj ћ c џ dz',
  'а a б b в v г g д d е e ё yo ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya і i ї yi є ye ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz',
  'а a б b в v г g д d е e ё e ж zh з z и i й i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю iu я ia і i ї i є ie ґ g ў u ђ dj ј j љ lj њ nj ћ c џ dz',
] as const

type Table = { letters: ReadonlyMap<string, string>; pattern: RegExp }

const tableOf = (text: string): Table => {
  const letters = new Map([...text.matchAll(/(\S+) (\S+)/g)].map(([, from = '', to = '']) => [from, to]))
  return { letters, pattern: new RegExp(`${[...letters.keys()].join('|')}|[ъь]`, 'g') }
}
const tables: readonly Table[] = [...greek, ...cyrillic].map(tableOf)
const otherScript = /[\p{Script=Greek}\p{Script=Cyrillic}]/u

/**
 * How alike the names of two parties are, 0 to 1 (`trigramSimilarity` without legal forms). A name in Greek or Cyrillic is the
 * same name in those letters and in every usual way of writing it in Latin ones.
 */
export function nameLikeness(a: string, b: string): number {
  const [left, right] = [spellingsOf(a), spellingsOf(b)]
  return Math.max(
    ...left.flatMap((one) => right.map((other) => (one === other ? 1 : trigramSimilarity(one, other))))
  )
}

function spellingsOf(name: string): string[] {
  if (!otherScript.test(name)) return [normalizeName(name)]
  const folded = foldedOf(name)
  const spelled = tables.map(({ letters, pattern }) =>
    folded.replaceAll(pattern, (letter) => letters.get(letter) ?? '')
  )
  return [...new Set([folded, toSepaText(name, name.length * 4), ...spelled].map(normalizeName))]
}

/** Small, without the marks that fall off Greek vowels; those that make another letter of one ("й" is no "и") stay. */
function foldedOf(name: string): string {
  return [...name.normalize('NFC').toLowerCase()]
    .map((letter) =>
      /\p{Script=Greek}/u.test(letter) ? letter.normalize('NFD').replaceAll(/\p{M}/gu, '') : letter
    )
    .join('')
}

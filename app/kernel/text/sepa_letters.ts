/**
 * Greek and Bulgarian Cyrillic as the conversion table of the European Payments Council gives them, letter by letter
 * (EPC217-08, "SEPA Requirements for an Extended Character Set"): Greek, then Cyrillic.
 */
const epcTable =
  'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o ' +
  'а a б b в v г g д d е e ж zh з z и i й y к k л l м m н n о o п p р r с s т t у u ф f х h ц ts ч ch ш sh щ sht ' +
  'ъ a ь y ю yu я ya'

/** Cyrillic of the neighbours, which that table lacks, as their passports write it (ICAO 9303, part 3). */
const neighbours =
  'ё e ы y э e і i ї yi є ye ґ g ђ dj ј j љ lj њ nj ћ c џ dz ѓ gj ќ kj ѕ dz ў u ѝ i ѣ e ѫ a ѳ f ѵ y'

/** Latin letters that do not fall apart into one of the set and a mark. */
const latin =
  'ß ss æ ae œ oe ø o ł l đ d ð d þ th ı i ħ h ŧ t ŋ n ĸ k ŉ n ŀ l ə e ǝ e ſ s ĳ ij ɓ b ɗ d ƒ f ǥ g'

/** What each letter becomes; capitals of several letters as in a heading ("TH"), which `capitalised` sets right inside a word. */
export const sepaLetters: ReadonlyMap<string, string> = new Map(
  [epcTable, neighbours, latin].flatMap((table) => {
    const pairs = [...table.matchAll(/(\S+) (\S+)/g)].map(([, letter = '', text = '']): [string, string] => [
      letter,
      text,
    ])
    const capitals = pairs
      .map(([letter, text]): [string, string] => [letter.toUpperCase(), text.toUpperCase()])
      .filter(([letter]) => letter.length === 1 && !/^[A-Z]$/.test(letter))
    return [...capitals, ...pairs]
  })
)

/** "Th" for "TH" where the word goes on in small letters: «Θεσσαλονίκη» is «Thessaloniki». */
export function capitalised(text: string, rest: string): string {
  const isInWord = text.length > 1 && text === text.toUpperCase() && /^\p{Ll}/u.test(rest)
  return isInWord ? text.slice(0, 1) + text.slice(1).toLowerCase() : text
}

/** `dni` and `nie` are of people, `klm` of people without either, `cif` of companies and other entities. */
export type TaxIdKind = 'dni' | 'nie' | 'cif' | 'klm'

const numberLetters = 'TRWAGMYFPDXBNJZSQVHLCKE'
const entityLetters = 'JABCDEFGHI'

/** Upper case without separators; the country prefix of a VAT number ("ES" before a Spanish NIF) is taken off. */
export function normalizeTaxId(text: string): string {
  const bare = text.replaceAll(/[\s.\-/_\u00a0\u2010-\u2015]/g, '').toUpperCase()
  return /^ES[A-Z0-9]{9}$/.test(bare) ? bare.slice(2) : bare
}

/** Which kind of Spanish tax number it has the shape of, whether or not its control is right; null when none. */
export function taxIdKind(text: string): TaxIdKind | null {
  const taxId = normalizeTaxId(text)
  if (/^\d{8}[A-Z]$/.test(taxId)) return 'dni'
  if (/^[XYZ]\d{7}[A-Z]$/.test(taxId)) return 'nie'
  if (/^[KLM]\d{7}[A-Z]$/.test(taxId)) return 'klm'
  return /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(taxId) ? 'cif' : null
}

/** Whether it is a Spanish NIF (DNI, NIE, K, L, M or entity) with its control letter or digit right. */
export function isValidSpanishTaxId(text: string): boolean {
  const taxId = normalizeTaxId(text)
  const kind = taxIdKind(taxId)
  if (kind === null) return false
  const control = taxId.slice(-1)
  switch (kind) {
    case 'dni':
      return control === numberLetter(taxId.slice(0, 8))
    case 'nie':
      return control === numberLetter('XYZ'.indexOf(taxId.charAt(0)) + taxId.slice(1, 8))
    case 'klm':
      return klmLetters(taxId).includes(control)
    case 'cif':
      return entityControls(taxId).includes(control)
    default:
      return kind satisfies never
  }
}

/** What to tell who typed it, in Spanish, or null when it is valid. */
export function taxIdProblem(text: string): string | null {
  if (isValidSpanishTaxId(text)) return null
  if (taxIdKind(text) === null)
    return 'El NIF no es válido: debe tener nueve caracteres, como B12345674 o 12345678Z.'
  return 'El NIF no es válido: la letra o dígito de control no coincide.'
}

function numberLetter(digits: string): string {
  return numberLetters.charAt(Number(digits) % 23)
}

/** The sources disagree on L and M: some compute the letter of an entity, others that of a DNI. Both are taken. */
function klmLetters(taxId: string): string {
  const letter = entityLetters.charAt(entityControl(taxId.slice(1, 8)))
  return taxId.startsWith('K') ? letter : letter + numberLetter(taxId.slice(1, 8))
}

/** The controls an entity may have: a digit for A, B, E and H, a letter for N, P, Q, R, S and W, either for the rest. */
function entityControls(taxId: string): string {
  const control = entityControl(taxId.slice(1, 8))
  const letter = entityLetters.charAt(control)
  if (/^[ABEH]/.test(taxId)) return String(control)
  return /^[NPQRSW]/.test(taxId) ? letter : `${control}${letter}`
}

function entityControl(sevenDigits: string): number {
  let sum = 0
  for (let at = 0; at < 7; at++) {
    const digit = Number(sevenDigits.charAt(at))
    const doubled = digit * 2
    sum += at % 2 === 0 ? Math.floor(doubled / 10) + (doubled % 10) : digit
  }
  return (10 - (sum % 10)) % 10
}

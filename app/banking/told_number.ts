/** Labels of what is no number of an account: whose it is, where it is. */
const NO_NUMBER = ['Titular', 'Sort code', 'Número ABA', 'BIC', 'Banco', 'País']

/** The number that people know an account without IBAN by, of what its provider tells of it; null when it tells none. */
export function toldNumber(details: Readonly<Record<string, string>>): string | null {
  const numbers = Object.entries(details).filter(([label]) => !NO_NUMBER.includes(label))
  const [first] = numbers
  return numbers.find(([label]) => label === 'Número de cuenta')?.[1] ?? first?.[1] ?? null
}

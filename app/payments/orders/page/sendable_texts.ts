import { DomainError } from '#app/kernel/domain_error'
import { lettersWithoutTable, toSepaText } from '#app/kernel/text/sepa_text'

const NAME_LENGTH_MAX = 70
const CONCEPT_LENGTH_MAX = 140
const LETTERS_SHOWN = 4

/**
 * The name of a payee as its bank is asked for it and the transfer carries it. Throws E_PAYEE_NAME, which names the payee,
 * when letters of it have no Latin form or none is left: the money would go out to a name that nobody has.
 */
export function sendablePayee(name: string): string {
  const problem = nameProblem(name)
  if (problem !== null)
    throw new DomainError(
      'E_PAYEE_NAME',
      `El nombre del beneficiario «${name.trim()}» ${problem}: escríbalo en letras latinas, como lo tiene su banco.`
    )
  return toSepaText(name, NAME_LENGTH_MAX)
}

/** The concept of a transfer. Throws E_CONCEPT when it has letters and none of them can be sent. */
export function sendableConcept(text: string): string {
  const sent = toSepaText(text, CONCEPT_LENGTH_MAX)
  if (lettersWithoutTable(text).length > 0 && !/[a-z0-9]/i.test(sent))
    throw new DomainError(
      'E_CONCEPT',
      `El concepto «${text.trim()}» no tiene letras que admita el banco: escríbalo en letras latinas.`
    )
  return sent
}

/** What keeps a name from being sent, in the words that follow it; null when nothing does. */
export function nameProblem(name: string): string | null {
  const lost = lettersWithoutTable(name)
  if (lost.length > 0) {
    const shown = lost.slice(0, LETTERS_SHOWN).join(' ')
    return `tiene letras sin equivalencia en el alfabeto latino (${shown}${lost.length > LETTERS_SHOWN ? ' …' : ''})`
  }
  return /[a-z0-9]/i.test(toSepaText(name, NAME_LENGTH_MAX))
    ? null
    : 'no tiene ninguna letra que admita el banco'
}

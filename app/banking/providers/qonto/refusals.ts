import { memberOf } from '#app/banking/providers/qonto/client'
import type { WireError } from '#app/banking/providers/qonto/wire'
import type { ProviderAnswer } from '#app/connectors/client/provider_client'

/** What people read for a code of Qonto; they see its own words where we know none. */
const SENTENCES: Readonly<Record<string, string>> = {
  insufficient_funds: 'No hay saldo suficiente en la cuenta de Qonto.',
  not_enough_funds: 'No hay saldo suficiente en la cuenta de Qonto.',
  invalid_iban: 'El IBAN del beneficiario no es válido para Qonto.',
  iban_taken: 'Ya existe un beneficiario con este IBAN.',
  beneficiary_not_found: 'El beneficiario ya no existe en Qonto. Elija otro o déjelo por su IBAN.',
  bank_account_not_found: 'La cuenta de cargo ya no existe en Qonto.',
  account_closed: 'La cuenta está cerrada en Qonto.',
  invalid_vop_proof_token: 'Qonto no acepta la comprobación del beneficiario. Vuelva a enviar la orden.',
  attachment_required: 'Adjunte al menos un justificante: obligatorio por encima de 30.000 €.',
  invalid_scheduled_date: 'Qonto no admite la fecha de ejecución. Cambie la fecha de la orden.',
  limit_exceeded: 'El importe supera el límite de transferencias de Qonto.',
  sca_not_enrolled:
    'La persona que autorizó la conexión no tiene activada la firma en Qonto. Actívela en la aplicación de Qonto y vuelva a enviar la orden.',
  sca_session_invalid: 'Qonto no reconoce la firma. Vuelva a enviar la orden.',
  payment_policy_approval_required:
    'La política de pagos de Qonto exige que otra persona apruebe esta transferencia y la conexión no puede pedírselo: no se ha enviado nada. Súbale el límite en Qonto y reintente el pago, o haga la transferencia en Qonto y concilie aquí su cargo.',
  forbidden:
    'La conexión con Qonto solo puede leer. Autorice en Qonto las transferencias desde la ficha de la conexión.',
  creditor_account_closed: 'La cuenta del beneficiario está cerrada.',
  beneficiary_bank_refused: 'El banco del beneficiario ha rechazado la transferencia.',
}

/** Fields of its requests, for people. */
const FIELDS: readonly [RegExp, string][] = [
  [/iban/, 'IBAN'],
  [/amount/, 'importe'],
  [/reference/, 'concepto'],
  [/scheduled_date/, 'fecha de ejecución'],
  [/attachment/, 'justificantes'],
  [/bank_account/, 'cuenta de cargo'],
  [/\bbic/, 'BIC'],
  [/email/, 'correo electrónico'],
  [/name/, 'nombre del beneficiario'],
]

/** The errors of an answer, as it has them; empty when it has none that can be read. */
export function errorsOf(answer: Pick<ProviderAnswer, 'json'>): WireError[] {
  const told = memberOf(answer.json, 'errors')
  const all = Array.isArray(told) ? told.filter((one) => typeof one === 'object' && one !== null) : []
  const code = memberOf(answer.json, 'code')
  return all.length === 0 && typeof code === 'string' ? [{ code }] : (all as WireError[])
}

/** Its code and what people read of an answer that refuses: the sentence, the field where it says one. */
export function refusalOf(answer: Pick<ProviderAnswer, 'json' | 'status'>): {
  code: string
  message: string
} {
  const [first] = errorsOf(answer)
  const code = first?.code ?? (answer.status === 403 ? 'forbidden' : `http_${answer.status}`)
  return { code, message: sentenceOf({ ...first, code }) }
}

/** One error for people. */
export function sentenceOf({ code = '', detail = '', source }: WireError): string {
  const known = SENTENCES[code]
  if (known) return known
  const field = fieldOf(source?.pointer ?? source?.parameter ?? '')
  return `Qonto ha rechazado la operación: ${detail || code}${field ? ` (${field})` : ''}.`.replace(
    /\.\.$/,
    '.'
  )
}

/** A field in Spanish by where it is in the request, or null. */
export const fieldOf = (pointer: string): string | null =>
  FIELDS.find(([pattern]) => pattern.test(pointer.split('/').at(-1) ?? ''))?.[1] ?? null

/** Why a transfer was declined or failed, by its word. */
export const declineSentence = (reason: string): string =>
  SENTENCES[reason] ?? `Qonto ha rechazado la transferencia: ${reason}.`

import type { DueRow } from '#app/reading/fields/due_rows'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { fold } from '#app/reading/pages/text_forms'
import type { AmountEvidence } from '#app/reading/solver/amount_evidence'

const payments =
  '(pagos?|cobros?|pagaments?|cobraments?|pagamentos?|ordainketak?|payments?|zahlungen|zahlungseingange|reglements?|paiements?|pagamenti|incassi|betalingen|ingresos|transferencias)'
const made =
  '(recibid[ao]s|realizad[ao]s|efectuad[ao]s|rebuts|realitzats|received|made|history|erhalten\\w*|eingegangen\\w*|recus|effectues|ricevuti|effettuati|recebidos|efetuados|ontvangen)'
const heading = new RegExp(
  `^\\W*((historial|historico|detalle|relacion|resumen|list|historique|storico|historial|details?) (de |dels? |of |des |dei |dos )?)?(erhaltene |eingegangene |bisherige )?${payments}( ${made})?( history)?\\W*$`
)
const done = new RegExp(`${made}|historial|historico|historique|storico|erhaltene|eingegangene|bisherige`)
const rowsMax = 12
/** A row without a sum may head the columns of the list, once. */
const gapsMax = 1

/** The sums under a heading of payments at the foot. `isSure`: it says that they were made, where a bare "Pagos" may head a plan of them. */
export type ListedPayments = { amounts: AmountEvidence[]; isSure: boolean }

/** The payments that are listed under a heading of their own ("Historial de pagos", "Payments"), whatever their rows say; none without a heading. */
export function listedPayments(
  { layout }: ReadingMaterial,
  foot: readonly AmountEvidence[],
  rows: readonly DueRow[]
): ListedPayments {
  const roles = new Map(rows.map(({ amount, role }) => [amount, role.role]))
  const found: ListedPayments = { amounts: [], isSure: false }
  for (const { index, page, segments } of layout.lines) {
    const title = segments
      .map(({ text }) => fold(text).replace(/\s+/g, ' ').trim())
      .find((text) => heading.test(text))
    if (title === undefined || foot.some(({ line }) => line === index)) continue
    let gaps = 0
    for (const line of layout.lines.slice(index + 1, index + 1 + rowsMax)) {
      const amount = foot.filter((one) => one.line === line.index && one.value !== 0).at(-1)
      const role = amount && roles.get(amount)
      if (line.page !== page || role === 'asked' || role === 'total' || role === 'change') break
      if (!amount) gaps += 1
      if (gaps > gapsMax) break
      if (!amount) continue
      found.amounts.push(amount)
      found.isSure ||= done.test(title)
    }
  }
  return found
}

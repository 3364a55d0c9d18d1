import type { IbanCandidate } from '#app/reading/candidates/find_ibans'
import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { overlapOf, toFieldBox } from '#app/reading/layout/page_geometry'
import { fold } from '#app/reading/pages/text_forms'
import { emptyField, type ReadField } from '#app/reading/reading_types'

const directDebit =
  /domicilia|\bdomic\w{1,3}ad[oa]|adeudo|recibo bancario|cargo en (su |la |tu )?cuenta|cuenta de (cargo|adeudo)|compte de carrec|carrec (en|al) (el seu )?compte|\b(su|seu|vuestra) (cuenta|compte)\b|helbideratu|cargad[oa] en|cargo a su cuenta|cargaremos|se cargara|lastschrift|einzug|einzieh|eingezogen|direct debit|abbuch|abgebucht|von ihrem (bank)?konto|mandatsref|debito directo|prelevement|sera preleve|de votre compte|addebit|dal (suo|vostro) conto|debito direto|incasso|afgeschreven|van uw rekening|(debited|collected|taken) from your|from your (bank )?account|your (bank )?account will be|adeudaremos|al cobro en su|pasaremos (el|al) (recibo|cobro)|cuenta del cliente|cuenta cliente|girada|rebut domiciliat|\bmandato\b|\bmandat\b|fecha de (cargo|cobro|adeudo)|se (cargara|cobrara|adeudara)/
const byTransfer =
  /transferencia|ingres[oa]|abon(o|ar|en|e) en|uberweis|virement|regler|bonifico|bank transfer|overmaken|pago a|wire/

/**
 * The account to pay into. With a direct debit the account printed is the customer's, and a masked one is never a
 * supplier's: both leave the field empty.
 */
export function readProviderIban(material: ReadingMaterial): ReadField<string> {
  const best = payableIbans(material).toSorted((a, b) => score(b, material) - score(a, material))[0]
  if (!best || score(best, material) <= 0) return emptyField(material.ibans.length > 0 ? 0.85 : 0.9)
  const confidence = best.isValid ? (best.isRepaired ? 0.9 : 0.985) : 0.55
  return {
    value: best.iban,
    confidence,
    method: best.isValid ? 'check digits' : 'label',
    boxes: toFieldBox(best.words, material.layout),
  }
}

/** The accounts that are neither masked nor the customer's. */
export function payableIbans(material: ReadingMaterial): IbanCandidate[] {
  const own = new Set(
    material.context.ownCompanies.flatMap((company) =>
      company.ibans.map((iban) => iban.replace(/\s/g, '').toUpperCase())
    )
  )
  return material.ibans.filter((iban) => !iban.isMasked && !own.has(iban.iban) && !isDebited(iban, material))
}

function score(iban: IbanCandidate, material: ReadingMaterial): number {
  const isLabelled = material.labels.some(
    (label) =>
      label.kinds.includes('iban') && label.page === iban.page && Math.abs(label.line - iban.line) <= 1
  )
  return (iban.isValid ? 2 : 0) + (isLabelled ? 1 : 0) - (iban.isRepaired ? 0.2 : 0) - 0.01 * iban.line
}

const reachHeights = 4.5

/** What is printed on the line of the account and in its column just above and below. */
function textAround(iban: IbanCandidate, material: ReadingMaterial): string {
  const reach = reachHeights * material.layout.textHeight
  return material.layout.lines
    .filter((line) => line.page === iban.page && line.y1 > iban.y0 - reach && line.y0 < iban.y1 + reach / 3)
    .flatMap((line) =>
      line.segments.filter(
        (segment) =>
          line.index === iban.line || overlapOf([segment.x0, segment.x1], [iban.x0 - 20, iban.x1 + 20]) > 0
      )
    )
    .map((segment) => segment.text)
    .join(' ')
}

/** The sentence around the account, or the stated way of payment, speaks of a charge to the customer. */
function isDebited(iban: IbanCandidate, material: ReadingMaterial): boolean {
  const own = fold(textAround(iban, material))
  if (directDebit.test(own) && !byTransfer.test(own)) return true
  return (
    new RegExp(
      `((forma|modo|medio|metodo|condiciones|mode|modalita) (de|di) (pago|cobro|pagament|pagamento|paiement|reglement)|zahlungs(art|weise|bedingungen?)|betaalwijze|payment (method|terms))[^\n]{0,25}(${directDebit.source})`
    ).test(material.foldedText) && !byTransfer.test(own)
  )
}

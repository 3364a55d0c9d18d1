import type { Actor } from '#app/audit/record_event'
import { changeInvoice } from '#app/invoices/editing/change_invoice'
import { noteChoice } from '#app/invoices/editing/note_corrections'
import { setDeductible } from '#app/invoices/editing/set_deductible'
import { learnInvoice } from '#app/invoices/learning/learn_invoice'
import { chargedBy } from '#app/invoices/queries/classify'
import { tiedProfiles } from '#app/invoices/queries/tied_profiles'
import { execute } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { loadProfiles } from '#app/profiles/queries/load_profiles'

type Choice = { invoiceId: number; lineId: number; profileId: number; actor: Actor; lockVersion: number }

/**
 * A person decides between the profiles that tie for a line: it is charged as the chosen one says, and the choice is kept as a
 * correction. Throws E_CHOICE for a line that no longer waits for it, or a profile that was not among them.
 */
export function chooseProfile({ lineId, profileId, ...common }: Choice) {
  return changeInvoice({
    ...common,
    action: 'classified',
    edit: async (invoice, trx) => {
      const tied = await tiedProfiles(invoice.id, trx)
      const isOffered = tied.some((choice) => choice.lineId === lineId && choice.profileId === profileId)
      const [profile] = isOffered ? await loadProfiles([profileId], trx) : []
      if (!profile)
        throw new DomainError('E_CHOICE', 'La línea ya no espera esta elección: recargue la página.')
      const { categoryId, accountCode, centerId } = chargedBy(profile, invoice.siteId)
      await noteChoice({ lineId, profileId, categoryId, userId: common.actor.userId }, trx)
      await execute(
        `update invoice_lines set profile_id = :profileId, category_id = :categoryId, account_code = :accountCode, center_id = coalesce(:centerId, center_id),
            match_state = 'manual', updated_at = now() where id = :lineId and invoice_id = :invoiceId`,
        { invoiceId: invoice.id, lineId, profileId, categoryId, accountCode, centerId },
        trx
      )
      await setDeductible(invoice.id, trx, lineId)
      await learnInvoice(invoice, 'lines', common.actor.userId, trx)
    },
  })
}

import { person, type RebillingStage } from '#app/demo/documents/demo_software'
import { oneRow } from '#app/kernel/database/sql'
import { approveCharge } from '#app/rebilling/charges/approve_charge'
import { createCharges } from '#app/rebilling/charges/create_charges'
import { issueCharge } from '#app/rebilling/charges/issue_charge'
import { settleByLoan } from '#app/rebilling/charges/settle_by_loan'

/** What the holding advanced to the first hotel goes into the line of credit between them: one charge has, the next is issued. */
export async function chargeIntoLoans({ holding, hotels, users, day }: RebillingStage): Promise<void> {
  const [hotel] = hotels
  if (!hotel) return
  const senior = person(users.senior)
  for (const [place, concept] of [
    'Fianza del recinto ferial',
    'Anticipo de la campaña de invierno',
  ].entries()) {
    const [id] = await createCharges(
      {
        originSiteId: holding.id,
        chargedOn: day,
        concept,
        costs: [],
        manual: { amountMinor: 480_000 + place * 135_050, accountCode: '627' },
        allocation: 'equal',
        allocationKey: null,
        targets: [{ siteId: hotel.id, percentage: null, amountMinor: null }],
        markupBasisPoints: 0,
        treatment: 'debit_note',
        vatCodeId: null,
        settlement: 'loan',
      },
      senior
    )
    if (id === undefined) continue
    const { fingerprint } = await oneRow<{ fingerprint: string }>(
      `select rebilling_fingerprint(t) as fingerprint from rebilling_transactions t where t.id = :id`,
      { id }
    )
    await approveByAll(id, fingerprint, [users.secondApprover, users.approver])
    await issueCharge({ chargeId: id, issuedOn: day }, senior)
    if (place === 0) await settleByLoan(id, senior)
  }
}

/** As many approve as the amounts of the companies ask for. */
export async function approveByAll(
  chargeId: number,
  fingerprint: string,
  approvers: number[]
): Promise<void> {
  for (const userId of approvers) {
    const { status } = await oneRow<{ status: string }>(
      `select status from rebilling_transactions where id = :chargeId`,
      { chargeId }
    )
    if (status === 'proposed' || status === 'draft')
      await approveCharge({ chargeId, shownFingerprint: fingerprint, actor: person(userId) })
  }
}

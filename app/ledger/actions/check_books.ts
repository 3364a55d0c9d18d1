import { recordEvent, SYSTEM } from '#app/audit/record_event'
import { inTransaction, rows, type Transaction } from '#app/kernel/database/sql'
import { checkDerived, checkInvariants, type InvariantResult } from '#app/ledger/queries/check_invariants'
import { queueMail } from '#app/mail/queue_mail'

/**
 * Checks the whole book and keeps the outcome, so that it can be shown when it was last sound (area 00 §3, I7); what
 * does not hold is mailed to every s1st3ma. Gives what does not hold, by default of the book as it is.
 */
export async function checkBooks(
  check: () => Promise<InvariantResult[]> = checkEverything
): Promise<InvariantResult[]> {
  const broken = (await check()).filter(({ violations }) => violations > 0)
  await inTransaction(async (trx) => {
    await recordEvent(
      {
        actor: SYSTEM,
        objectType: 'ledger',
        objectId: null,
        event: 'ledger.checked',
        to: broken.length === 0 ? 'sound' : 'broken',
        diff: Object.fromEntries(broken.map(({ invariant, violations }) => [invariant, [0, violations]])),
      },
      trx
    )
    if (broken.length > 0) await mailBroken(broken, trx)
  })
  return broken
}

const checkEverything = async () => [...(await checkInvariants()), ...(await checkDerived())]

async function mailBroken(broken: readonly InvariantResult[], trx: Transaction): Promise<void> {
  const readers = await rows<{ email: string }>(
    `select email::text from users where role = 's1st3ma' and status = 'active' order by id`,
    {},
    trx
  )
  const found = broken.map(({ invariant, violations }) => `  ${invariant}: ${violations}`).join('\n')
  for (const { email } of readers)
    await queueMail(
      {
        to: email,
        subject: 'El libro no cuadra',
        body: `La comprobación de esta noche ha encontrado diferencias:\n\n${found}\n\nNo cierre ni presente nada hasta que se aclaren.`,
        objectType: 'ledger',
      },
      trx
    )
}

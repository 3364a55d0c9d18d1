import { recordEvent } from '#app/audit/record_event'
import { execute, oneRow } from '#app/kernel/database/sql'
import { formatAmount } from '#app/kernel/money/money'
import type { GuardedSetting } from '#app/sites/second_person/guarded_setting'

/** Up to how much a company books invoices that nobody approves, in cents (CA035): raising it takes two people. */
export const directBooking: GuardedSetting<number> = {
  name: 'direct_booking',
  title: 'el importe hasta el que se contabiliza sin aprobación',
  tab: 'policies',
  async read({ siteId }, trx) {
    const { minor } = await oneRow<{ minor: number }>(
      `select auto_book_limit_minor as minor from sites where id = :siteId for update`,
      { siteId },
      trx
    )
    return minor
  },
  loosens: ({ before, after }) => after > before,
  async apply({ siteId, after, reason }, actor, trx) {
    const before = await directBooking.read({ siteId }, trx)
    await execute(
      `update sites set auto_book_limit_minor = :after, lock_version = lock_version + 1, updated_by = :by where id = :siteId`,
      { siteId, after, by: actor.userId },
      trx
    )
    await recordEvent(
      {
        actor,
        objectType: 'site',
        objectId: siteId,
        siteId,
        event: 'site.changed',
        reason,
        diff: { autoBookLimitMinor: [before, after] },
      },
      trx
    )
  },
  words: (minor) => formatAmount(minor, 'EUR'),
}

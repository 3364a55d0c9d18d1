import { setTimeout as sleep } from 'node:timers/promises'
import db from '@adonisjs/lucid/services/db'
import { test } from '@japa/runner'
import { SYSTEM } from '#app/audit/record_event'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { lockMonth } from '#app/ledger/actions/lock_month'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeSite } from '#tests/factories/books'

test.group('Locking a month', () => {
  test('waits for what is being posted in it: nothing comes in behind the lock', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [debit, credit] = [await makeAccount(siteId, '628'), await makeAccount(siteId, '410')]
    const posting = await db.transaction()
    await postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-02-10'),
        journal: 'diversos',
        kind: 'test.lock',
        idempotencyKey: `month_lock:${siteId}`,
        description: 'Asiento a medias',
        lines: [
          { accountId: debit, amountMinor: 100 },
          { accountId: credit, amountMinor: -100 },
        ],
      },
      posting
    )

    const month = { siteId, month: calendarDate('2026-02-01'), reason: null, actor: SYSTEM }
    const locking = lockMonth(month).then(() => 'locked')
    const first = await Promise.race([locking, sleep(500).then(() => 'waiting')])
    await posting.commit()

    assert.equal(first, 'waiting')
    assert.equal(await locking, 'locked')
  })
})

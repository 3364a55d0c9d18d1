import type { SessionData } from '@adonisjs/session/types'
import type { ApiClient } from '@japa/api-client'
import { test } from '@japa/runner'
import { inTransaction, row, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { postEntry } from '#app/ledger/actions/post_entry'
import { makeAccount, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'

let sequence = 0

/** An entry of 25,00 € of a kind, in a company of its own. */
async function makeEntry(kind: string): Promise<{ siteId: number; entryId: number }> {
  const { siteId } = await makeSite()
  const [loss, debt] = [await makeAccount(siteId, '66800001'), await makeAccount(siteId, '40000001')]
  const { entryId } = await inTransaction((trx) =>
    postEntry(
      {
        siteId,
        postedOn: calendarDate('2026-03-31'),
        journal: 'diversos',
        kind,
        idempotencyKey: `reversal-${process.pid}-${Date.now()}-${++sequence}`,
        description: 'Diferencias de cambio',
        lines: [
          { accountId: loss, amountMinor: 2_500 },
          { accountId: debt, amountMinor: -2_500 },
        ],
      },
      trx
    )
  )
  return { siteId, entryId }
}

const reverse = (client: ApiClient, session: SessionData, entryId: number, reason = 'Tipo de otro día') =>
  client
    .post(`/accounts/journal/${entryId}/reversal`)
    .withSession(session)
    .withCsrfToken()
    .header('referer', `/accounts/journal/${entryId}`)
    .header('accept', 'text/html')
    .redirects(0)
    .json({ reason, posted_on: '2026-04-15' })

const canReverse = async (client: ApiClient, session: SessionData, entryId: number) => {
  const page = await client.get(`/accounts/journal/${entryId}`).withSession(session).withInertia()
  return (page.inertiaProps as { entry: { canReverse: boolean } }).entry.canReverse
}

const reversalsOf = (entryId: number) =>
  rows<{ postedOn: string; reason: string; kind: string }>(
    `select posted_on, reversal_reason as reason, kind from journal_entries where reverses_id = :entryId`,
    { entryId }
  )

test.group('Reversal of an entry without a document', () => {
  test('its exact contrary is posted once, on the day and with the reason given', async ({
    client,
    assert,
  }) => {
    const { siteId, entryId } = await makeEntry('fx.revaluation')
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    const offered = await canReverse(client, session, entryId)

    await reverse(client, session, entryId, 'Ya')
    const early = await reversalsOf(entryId)
    await Promise.all([1, 2].map(() => reverse(client, session, entryId)))

    assert.isTrue(offered)
    assert.isEmpty(early)
    assert.deepEqual(await reversalsOf(entryId), [
      { postedOn: '2026-04-15', reason: 'Tipo de otro día', kind: 'fx.revaluation.reversal' },
    ])
    assert.isFalse(await canReverse(client, session, entryId))
    const sums = await rows<{ sum: number }>(
      `select sum(base_minor)::bigint as sum from journal_lines where site_id = :siteId group by account_id`,
      { siteId }
    )
    assert.deepEqual(
      sums.map(({ sum }) => sum),
      [0, 0]
    )
    const event = await row<{ reason: string }>(
      `select reason from audit_events where object_type = 'journal_entry' and object_id = :entryId`,
      { entryId }
    )
    assert.equal(event?.reason, 'Tipo de otro día')
  })

  test('not of an entry of a document, nor by who only reads the books, nor of another company', async ({
    client,
    assert,
  }) => {
    const [bank, free] = [await makeEntry('bank.match'), await makeEntry('fx.revaluation')]
    const { session: senior } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [bank.siteId] })
    const { session: reader } = await makeSignedIn('c0ntab1l1dad', { siteIds: [free.siteId] })

    assert.isFalse(await canReverse(client, senior, bank.entryId))
    assert.isFalse(await canReverse(client, reader, free.entryId))
    const ofDocument = await reverse(client, senior, bank.entryId)
    await reverse(client, reader, free.entryId)
    const ofOtherCompany = await reverse(client, senior, free.entryId)

    assert.match(String((ofDocument.flashMessages() as { error?: string }).error), /desde el documento/)
    assert.equal(ofOtherCompany.status(), 404)
    assert.isEmpty(await reversalsOf(bank.entryId))
    assert.isEmpty(await reversalsOf(free.entryId))
  })
})

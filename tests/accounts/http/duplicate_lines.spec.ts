import { test } from '@japa/runner'
import { execute, rows } from '#app/kernel/database/sql'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes, linesOf } from '#tests/factories/statements'

/** Two charges of one amount on neighbouring days, the second of which may be the first. */
async function makeDoubtful() {
  const { siteId } = await makeSite()
  const accountId = await makeBankAccount(siteId)
  await importBytes(
    accountId,
    csvStatement([
      { on: '2026-11-12', cents: -9_900, text: 'RECIBO 0049' },
      { on: '2026-11-13', cents: -9_900, text: 'Suministros Marina' },
    ])
  )
  const [kept, repeated] = await linesOf(accountId)
  if (!kept || !repeated) throw new Error('Two lines were imported')
  await execute(`update bank_statement_lines set possible_duplicate_of = :kept where id = :repeated`, {
    kept: kept.id,
    repeated: repeated.id,
  })
  return { siteId, accountId, kept, repeated }
}

type Pairs = { data: { kept: { id: number; text: string }; repeated: { id: number; source: string } }[] }

test.group('A movement that may be there twice', () => {
  test('is shown beside the other, from either side', async ({ assert, client }) => {
    const { siteId, accountId, kept, repeated } = await makeDoubtful()
    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })

    for (const { id } of [kept, repeated]) {
      const answer = await client.get(`/accounts/${accountId}/lines/${id}/duplicate`).withSession(session)
      const { data } = answer.body() as Pairs
      assert.deepEqual(
        data.map((pair) => [pair.kept.id, pair.repeated.id]),
        [[kept.id, repeated.id]]
      )
      assert.equal(data[0]?.repeated.source, 'CSV · extracto.txt')
    }
    const page = await client
      .get(`/accounts/${accountId}/reconcile?show=all`)
      .withSession(session)
      .withInertia()
    const { lines } = page.inertiaProps as { lines: { rows: { isDoubtful: boolean }[] } }
    assert.deepEqual(
      lines.rows.map(({ isDoubtful }) => isDoubtful),
      [true, true]
    )
  })

  test('goes when a person says that it is the same, and why; then nothing is in doubt', async ({
    assert,
    client,
  }) => {
    const { siteId, accountId, kept, repeated } = await makeDoubtful()
    const { session, person } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
    const say = (values: Record<string, string>) =>
      client
        .post(`/accounts/${accountId}/lines/${repeated.id}/duplicate`)
        .withSession(session)
        .withCsrfToken()
        .redirects(0)
        .json(values)

    const unsaid = await say({ answer: 'same', reason: ' ' })
    assert.property(unsaid.flashMessages().inputErrorsBag ?? {}, 'reason')
    await say({ answer: 'same', reason: 'Mismo recibo, abonado un día después' })

    assert.deepEqual(
      (await linesOf(accountId)).map(({ id }) => id),
      [kept.id]
    )
    const told = await rows<{ userId: number; reason: string }>(
      `select user_id, reason from audit_events where object_type = 'bank_account' and object_id = :accountId and event = 'bank_statement_line.united'`,
      { accountId }
    )
    assert.deepEqual(
      told.map(({ userId }) => userId),
      [person.id]
    )
    assert.match(told[0]?.reason ?? '', /99,00\s€ del 13\/11\/2026: Mismo recibo, abonado un día después$/)
    const again = await say({ answer: 'different', reason: 'Otra vez' })
    assert.match(String(again.flashMessages().error ?? ''), /ya no está por revisar/)
  })

  test('stays when they are two, and is said by those alone who reconcile the account', async ({
    assert,
    client,
  }) => {
    const { siteId, accountId, repeated } = await makeDoubtful()
    const url = `/accounts/${accountId}/lines/${repeated.id}/duplicate`
    const narrowed = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    await execute(
      `insert into bank_account_permissions (bank_account_id, user_id, can_view, can_pay, can_reconcile) values (:accountId, :userId, true, false, false)`,
      { accountId, userId: narrowed.person.id }
    )
    const refused = await client.get(url).withSession(narrowed.session)
    refused.assertStatus(403)

    const { session } = await makeSignedIn('c0ntab1l1dad', { siteIds: [siteId] })
    await client
      .post(url)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
      .json({ answer: 'different', reason: 'Dos recibos' })

    const left = await rows<{ other: number | null }>(
      `select possible_duplicate_of as other from bank_statement_lines where bank_account_id = :accountId order by id`,
      { accountId }
    )
    assert.deepEqual(left, [{ other: null }, { other: null }])
  })
})

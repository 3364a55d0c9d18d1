import { test } from '@japa/runner'
import { oneRow, row } from '#app/kernel/database/sql'
import { makeBankAccount, makeSite } from '#tests/factories/books'
import { makeTreasury } from '#tests/factories/sent_payments'
import { makeSignedIn } from '#tests/factories/sign_in'
import { csvStatement, importBytes } from '#tests/factories/statements'

const rule = {
  name: 'Comisiones',
  text: 'comisión',
  reach: 'account',
  account_code: '626',
  auto_book: true,
  limit: '50,00',
  active: true,
}

async function makeAccountWithFee() {
  const treasury = await makeTreasury()
  await importBytes(
    treasury.accountId,
    csvStatement([{ on: '2026-04-30', cents: -1_250, text: 'COMISION MANTENIMIENTO', balance: 998_750 }])
  )
  return treasury
}

type RulesPage = { rules: { id: number; conditions: string[]; form: { lock_version: number } }[] }

test.group('Rules over HTTP', () => {
  test('a rule is tried, written, put off and removed, each with its event', async ({ assert, client }) => {
    const { accountId } = await makeAccountWithFee()
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const tried = await client
      .get(`/accounts/${accountId}/rules/trial`)
      .qs({ text: 'comisión', reach: 'account', account_code: '626' })
      .withSession(session)
    assert.deepInclude(tried.body().data, { looked: 1, caught: 1, open: 1 })

    await client.post(`/accounts/${accountId}/rules`).withSession(session).withCsrfToken().json(rule)
    const page = await client.get(`/accounts/${accountId}/rules`).withSession(session).withInertia()
    const [made] = (page.inertiaProps as RulesPage).rules
    assert.deepEqual(made?.conditions, ['el texto contiene «comisión»'])
    await client
      .put(`/accounts/${accountId}/rules/${made?.id}`)
      .withSession(session)
      .withCsrfToken()
      .json({ ...rule, active: false, lock_version: 0 })
    assert.isFalse(
      (await oneRow<{ active: boolean }>(`select active from bank_rules where id = :id`, { id: made?.id }))
        .active
    )
    await client.delete(`/accounts/${accountId}/rules/${made?.id}`).withSession(session).withCsrfToken()

    assert.isNull(await row(`select id from bank_rules where id = :id`, { id: made?.id }))
    const { events } = await oneRow<{ events: string[] }>(
      `select array_agg(event order by id) as events from audit_events where object_type = 'bank_rule' and object_id = :id`,
      { id: made?.id }
    )
    assert.deepEqual(events, ['bank_rule.created', 'bank_rule.updated', 'bank_rule.removed'])
  })

  test('an expression that would keep the machine busy is refused at its field, tried or saved', async ({
    assert,
    client,
  }) => {
    const { accountId } = await makeAccountWithFee()
    const { session } = await makeSignedIn('c0ntab1l1dad')
    for (const pattern of [`${'('.repeat(18)}${'){50}'.repeat(18)}`, '((a{0,50}){50}){50}']) {
      const tried = await client
        .get(`/accounts/${accountId}/rules/trial`)
        .qs({ pattern, reach: 'account', account_code: '626' })
        .withSession(session)
      assert.equal(tried.body().field, 'pattern')
      assert.match(tried.body().problem, /demasiado larga/)
      const saved = await client
        .post(`/accounts/${accountId}/rules`)
        .withSession(session)
        .withCsrfToken()
        .header('accept', 'application/json')
        .json({ ...rule, pattern })
      saved.assertStatus(422)
      assert.match(saved.body().errors.pattern, /demasiado larga/)
    }
    const tried = await client
      .get(`/accounts/${accountId}/rules/trial`)
      .qs({ pattern: '(()*|)*comision', reach: 'account', account_code: '626' })
      .withSession(session)
    assert.equal(tried.body().data.caught, 1)
  })

  test('what is wrong is told at its field', async ({ assert, client }) => {
    const { accountId } = await makeAccountWithFee()
    const { session } = await makeSignedIn('c0ntab1l1dad')
    const send = async (changes: object) => {
      const answer = await client
        .post(`/accounts/${accountId}/rules`)
        .withSession(session)
        .withCsrfToken()
        .header('accept', 'application/json')
        .json({ ...rule, ...changes })
      return JSON.stringify(answer.body())
    }

    assert.match(await send({ pattern: '(a' }), /pattern.*paréntesis|paréntesis.*pattern/)
    assert.match(await send({ limit: undefined }), /limit/)
    assert.match(await send({ account_code: '9' }), /account_code/)
    assert.match(await send({ text: undefined }), /text/)
  })

  test('rules and actas of another company are not there', async ({ assert, client }) => {
    const { accountId } = await makeAccountWithFee()
    const { siteId } = await makeSite()
    await makeBankAccount(siteId)
    const { session } = await makeSignedIn('superC0ntab1l1dad', { siteIds: [siteId] })
    for (const path of ['rules', 'certificates', 'rules/trial?reach=account&text=co'])
      (await client.get(`/accounts/${accountId}/${path}`).withSession(session)).assertStatus(404)
    assert.isNull(await row(`select id from bank_rules where bank_account_id = :accountId`, { accountId }))
  })
})

test.group('Actas over HTTP', () => {
  test('accounting prepares, senior accounting reviews, and the PDF comes', async ({ assert, client }) => {
    const { accountId } = await makeAccountWithFee()
    const { session } = await makeSignedIn('c0ntab1l1dad')
    await client
      .post(`/accounts/${accountId}/certificates`)
      .withSession(session)
      .withCsrfToken()
      .json({ month: '2026-04' })
    const { id } = await oneRow<{ id: number }>(
      `select id from reconciliation_certificates where bank_account_id = :accountId`,
      { accountId }
    )
    const statusOfActa = () =>
      oneRow<{ status: string }>(`select status from reconciliation_certificates where id = :id`, { id })
    await client
      .put(`/accounts/${accountId}/certificates/${id}/review`)
      .withSession(session)
      .withCsrfToken()
      .redirects(0)
    assert.equal((await statusOfActa()).status, 'draft')
    await client
      .put(`/accounts/${accountId}/certificates/${id}/review`)
      .withSession((await makeSignedIn('superC0ntab1l1dad')).session)
      .withCsrfToken()

    assert.equal((await statusOfActa()).status, 'reviewed')
    const pdf = await client.get(`/accounts/${accountId}/certificates/${id}`).withSession(session)
    pdf.assertStatus(200)
    assert.equal(pdf.header('content-type'), 'application/pdf')
  })
})

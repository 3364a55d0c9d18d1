import { test } from '@japa/runner'
import { execute, inTransaction, rows } from '#app/kernel/database/sql'
import { instantiatePlan } from '#app/ledger/actions/instantiate_plan'
import { makeSite } from '#tests/factories/books'

test.group('The plan of a new company', () => {
  test('has every node of its template under the one that is a digit shorter, and what each is for', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()

    const wrong = await rows(
      `select t.code from account_templates t
         left join ledger_accounts a on a.site_id = :siteId and a.code = t.code
         left join ledger_accounts p on p.id = a.parent_id
         left join report_accounts r on r.account_id = a.id
         left join report_account_classes c on c.account_id = a.id
        where a.id is null or a.is_postable or p.code is distinct from nullif(left(t.code, -1), '')
           or p.site_id <> a.site_id or r.class is distinct from c.class`,
      { siteId }
    )

    assert.deepEqual(wrong, [])
  })

  test('is added to where nodes are missing, each under one that was there, once by two at a time', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const parents = () =>
      rows<{ code: string; parent: string | null }>(
        `select a.code, p.code as parent from ledger_accounts a left join ledger_accounts p on p.id = a.parent_id
          where a.site_id = :siteId order by a.code`,
        { siteId }
      )
    const complete = () => inTransaction((trx) => instantiatePlan(siteId, 'normal', trx))
    const whole = await parents()
    await execute(`delete from ledger_accounts where site_id = :siteId and code like '57_%'`, { siteId })
    const missing = whole.length - (await parents()).length

    assert.isAbove(missing, 5)
    assert.equal((await Promise.all([complete(), complete()])).toSorted().join(), `0,${missing}`)
    assert.deepEqual(await parents(), whole)
  })

  test('in the plan of small companies has no node without its parent', async ({ assert }) => {
    const orphans = await rows(
      `select t.code from account_templates t
        where length(t.code) > 1 and not exists (select 1 from account_templates p
          where p.code = left(t.code, -1) and (p.in_sme_plan or not t.in_sme_plan))`
    )

    assert.deepEqual(orphans, [])
  })
})

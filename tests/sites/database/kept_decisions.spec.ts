import { test } from '@japa/runner'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { mergeProviders } from '#app/providers/actions/merge_providers'
import { makeInvoice, makeProvider } from '#tests/factories/documents'
import { booked, makeInvoiceStage, reviewed, submitted } from '#tests/factories/invoice_stage'
import { makeUser } from '#tests/factories/people'

const decisionOf = (invoiceId: number) =>
  oneRow<{ id: number; isSame: boolean }>(
    `select d.id, d.fingerprint = invoice_fingerprint(i) as is_same from approval_decisions d join invoices i on i.id = d.document_id
      where d.document_type = 'invoice' and d.document_id = :invoiceId and d.revoked_at is null`,
    { invoiceId }
  )

test.group('What somebody decided', () => {
  test('is revoked once, and else neither rewritten nor taken away, whatever asks for it', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const invoiceId = await booked(stage)
    const { id } = await decisionOf(invoiceId)
    const other = await makeUser('aprobador')
    const refused = [
      `update approval_decisions set fingerprint = 'otra' where id = :id`,
      `update approval_decisions d set fingerprint = (select invoice_fingerprint(i) from invoices i where i.id <> :invoiceId limit 1) where d.id = :id`,
      `update approval_decisions set amount_minor = amount_minor - 1 where id = :id`,
      `update approval_decisions set user_id = :otherId where id = :id`,
      `update approval_decisions set document_id = document_id + 1 where id = :id`,
      `update approval_decisions set decision = 'reject' where id = :id`,
      `delete from approval_decisions where id = :id`,
    ]
    const bindings = { id, invoiceId, otherId: other.id }
    await makeInvoice({ siteId: stage.siteId, providerId: stage.provider.id, creator: stage.accountant })
    for (const sql of refused) await assert.rejects(() => execute(sql, bindings), /approval_decision_kept/)
    const revoke = `update approval_decisions set revoked_at = now() where id = :id`
    await execute(revoke, bindings)
    await assert.rejects(() => execute(revoke, bindings), /approval_decision_kept/)
    await assert.rejects(
      () => execute(`update approval_decisions set revoked_at = null where id = :id`, bindings),
      /approval_decision_kept/
    )
  })

  test('does not follow a change of what it was decided on', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    const invoiceId = await submitted(stage)
    await execute(
      `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
       select 'invoice', i.id, i.site_id, :userId, 'approve', invoice_fingerprint(i), i.total_minor from invoices i where i.id = :invoiceId`,
      { invoiceId, userId: stage.approver.id }
    )
    await execute(`update invoices set due_on = coalesce(due_on, issued_on) + 10 where id = :invoiceId`, {
      invoiceId,
    })

    await assert.rejects(
      () =>
        execute(
          `update approval_decisions d set fingerprint = invoice_fingerprint(i) from invoices i where i.id = :invoiceId and d.document_type = 'invoice' and d.document_id = i.id`,
          { invoiceId }
        ),
      /approval_decision_kept/
    )
  })

  test('goes with its booked invoice where two suppliers become one, and nowhere else', async ({
    assert,
  }) => {
    const stage = await makeInvoiceStage()
    const invoiceId = await booked(stage)
    const target = await makeProvider(stage.senior)
    const merger = await makeUser('s1st3ma')

    await mergeProviders(
      {
        sourceId: stage.provider.id,
        targetId: target.id,
        scope: 'all',
        reason: 'Es el mismo proveedor',
        isConfirmed: true,
      },
      merger.actor
    )

    assert.isTrue((await decisionOf(invoiceId)).isSame)
  })
})

test.group('What somebody may do', () => {
  test('changes by nobody: role, address, companies, state and second factor name their author', async ({
    assert,
  }) => {
    const person = await makeUser('c0ntab1l1dad')
    const acts = [
      `role = 'aprobador'`,
      `email = 'otra-' || email`,
      `all_sites = false`,
      `status = 'suspended'`,
      `two_factor_enabled = false`,
    ]
    for (const act of acts)
      await assert.rejects(
        () => execute(`update users set ${act} where id = :id`, { id: person.id }),
        /user_change_without_author/
      )
    await execute(`update users set name = 'Otro nombre', last_login_at = now() where id = :id`, {
      id: person.id,
    })
  })

  test('a role is given by another person who may give it', async ({ assert }) => {
    const person = await makeUser('adm1n1strat0r')
    const [system, admin, approver] = [
      await makeUser('s1st3ma'),
      await makeUser('adm1n1strat0r'),
      await makeUser('aprobador'),
    ]
    const give = (role: string, by: number) =>
      inTransaction(async (trx) => {
        await execute(
          `update users set role = :role, updated_by = :by where id = :id`,
          { role, by, id: person.id },
          trx
        )
        throw new Error('It may')
      })

    await assert.rejects(() => give('s1st3ma', person.id), /user_role_by_who_may_not/)
    await assert.rejects(() => give('aprobador', admin.id), /user_role_by_who_may_not/)
    await assert.rejects(() => give('c0ntab1l1dad', approver.id), /user_role_by_who_may_not/)
    await assert.rejects(() => give('c0ntab1l1dad', admin.id), /It may/)
    await assert.rejects(() => give('aprobador', system.id), /It may/)
  })

  test('an approval is proposed by somebody', async ({ assert }) => {
    const stage = await makeInvoiceStage()
    await reviewed(stage)
    await assert.rejects(
      () =>
        execute(`insert into approvals (site_id, user_id) values (:siteId, :userId)`, {
          siteId: stage.siteId,
          userId: stage.approver.id,
        }),
      /approvals_proposed_by/
    )
  })
})

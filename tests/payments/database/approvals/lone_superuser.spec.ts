import { test } from '@japa/runner'
import { type Actor, SYSTEM } from '#app/audit/record_event'
import { inviteUser, resendPasswordLink } from '#app/identity/actions/invite_user'
import { setPassword } from '#app/identity/actions/set_password'
import type { Role } from '#app/identity/roles'
import { encryptSecret, newTotpSecret } from '#app/identity/totp'
import type { Manager } from '#app/identity/user_authority'
import { createProvision } from '#app/invoices/provisions/create_provision'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate, today } from '#app/kernel/time/calendar_date'
import { approveOrder, bufferOrder } from '#app/payments/approvals/decide_order'
import { orderProvision } from '#app/payments/kinds/provision/order_provision'
import PaymentOrder from '#app/payments/orders/payment_order'
import { releaseOrders } from '#app/payments/release/release_orders'
import { createProvider } from '#app/providers/actions/create_provider'
import { addBank, verifyBank, waiveCooling } from '#app/providers/actions/provider_banks'
import { activateApproval, proposeApproval } from '#app/sites/actions/grant_approval'
import { saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'
import { coolingHours, setCoolingHours } from '#app/sites/actions/set_cooling_hours'
import { listApprovalPolicies } from '#app/sites/queries/list_approval_policies'
import { cif, makeAccount, makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { makeUser, type Person } from '#tests/factories/people'
import { uniqueNumber } from '#tests/factories/unique_numbers'

const PASSWORD = 'clave-muy-larga-2026'
const AMOUNT_MINOR = 600_000
let sequence = 0

const managerOf = ({ id }: Person): Manager => ({ id, role: 's1st3ma', siteIds: 'all' })

/** The link in the last mail to that address: who can read the post of the invited is as good as they. */
async function linkTo(email: string): Promise<string> {
  const { body } = await oneRow<{ body: string }>(
    `select body from outgoing_mails where "to" = :email and body like '%/set-password/%' order by id desc limit 1`,
    { email }
  )
  const token = /set-password\/([\w-]+)/.exec(body)?.[1]
  if (!token) throw new Error('The mail has no link')
  return token
}

/** Somebody whom `inviter` makes and then is: the invitation is taken from the mail, the second factor is set up. */
async function inviteAndTake(inviter: Person, role: Role): Promise<Person> {
  sequence++
  const email = `invitada-${process.pid}-${Date.now()}-${sequence}@prueba.test`
  const name = `Invitada ${sequence} Prueba`
  const id = await inviteUser(
    { name, email, role, siteIds: 'all', sharedInbox: false },
    managerOf(inviter),
    inviter.actor
  )
  await setPassword(await linkTo(email), PASSWORD, {})
  await withSecondFactor(id)
  return { id, email, actor: { userId: id, kind: 'user' } }
}

const withSecondFactor = (id: number) =>
  execute(
    `update users set two_factor_enabled = true, two_factor_secret_enc = :secret, two_factor_confirmed_at = now() where id = :id`,
    { id, secret: encryptSecret(newTotpSecret()) }
  )

const approvalOf = (siteId: number, { id }: Person) => ({
  siteId,
  userId: id,
  kinds: ['payment_supplier' as const],
  maxAmountMinor: null,
  dailyLimitMinor: null,
  activeFrom: calendarDate('2026-01-01'),
  activeTo: null,
})

async function refusalOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return 'accepted'
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'none'
  }
}

const reachedBank = async (siteId: number): Promise<number> =>
  (
    await oneRow<{ count: number }>(
      `select count(*)::int as count from payment_orders where site_id = :siteId and status not in ('draft', 'buffered', 'cancelled')`,
      { siteId }
    )
  ).count

/** A supplier with an account of the attacker; its account came over the public form unless somebody entered it. */
async function ownSupplier(
  makes: Person,
  enters: Actor = SYSTEM
): Promise<{ providerId: number; bankId: number }> {
  sequence++
  const providerId = await createProvider(
    {
      legalName: `Servicios propios ${process.pid} ${Date.now()} ${sequence}, S.L.`,
      taxIdType: 'cif',
      taxId: cif(1_000_000 + uniqueNumber(5_000_000)),
      country: 'ES',
      kind: 'supplier',
    },
    makes.actor
  )
  const bankId = await addBank({ providerId, iban: makeIban(), holderName: 'Servicios propios' }, enters)
  return { providerId, bankId }
}

async function provisionFor(siteId: number, providerId: number, { actor }: Person): Promise<number> {
  return createProvision(
    {
      siteId,
      providerId,
      concept: 'Anticipo de obra',
      amountMinor: AMOUNT_MINOR,
      expectedOn: today(),
      expenseAccountId: await makeAccount(siteId, '622'),
      reserveAccountId: null,
    },
    actor
  )
}

async function approveAs(orderId: number, { actor }: Person) {
  const { fingerprint } = await PaymentOrder.findOrFail(orderId)
  return approveOrder({ orderId, shownFingerprint: fingerprint, actor })
}

/** What honest people let through long ago, so that one step can be tried alone. */
const forceActive = async (approvalId: number) => {
  const honest = await makeUser('s1st3ma')
  await execute(`update approval_kinds set active = true where approval_id = :approvalId`, { approvalId })
  await execute(`update approvals set status = 'active', activated_by = :by where id = :approvalId`, {
    approvalId,
    by: honest.id,
  })
}

test.group('One person of the system role alone', () => {
  test('does not bring a payment to their own account to the bank, in nineteen steps', async ({ assert }) => {
    const { siteId } = await makeSite()
    await makeBankAccount(siteId, makeIban())
    const policies = await listApprovalPolicies(null)
    const superuser = await makeUser('s1st3ma')
    const steps: Record<string, string> = {}
    const attempt = async (name: string, work: () => Promise<unknown>) => {
      steps[name] = await refusalOf(work)
    }

    // 1-4: two people are invited and taken over.
    const one = await inviteAndTake(superuser, 'aprobador')
    const two = await inviteAndTake(superuser, 's1st3ma')
    // 5-8: each lets the other approve.
    const first = await proposeApproval(approvalOf(siteId, one), superuser.actor)
    await attempt('activate the first approver', () => activateApproval(first, two.actor))
    const second = await proposeApproval(approvalOf(siteId, two), one.actor)
    await attempt('activate the second approver', () => activateApproval(second, superuser.actor))
    // 9-10: fewer approvals, no wait.
    const lowered = policies.map(({ id: _, ...step }) => ({ ...step, required: 1, aggregateDays: 0 }))
    await attempt('lower the policy', () => saveApprovalPolicies(null, lowered, superuser.actor))
    await attempt('shorten the wait', () => setCoolingHours(0, superuser.actor))
    const lowest = (await listApprovalPolicies(null)).reduce((most, step) => Math.max(most, step.required), 0)
    const wait = await coolingHours()
    // 11-13: a supplier with an account of their own.
    const entered = await ownSupplier(superuser, superuser.actor)
    await attempt('verify what the other entered', () => verifyBank(entered, 'phone_call', two.actor))
    const supplier = await ownSupplier(superuser)
    await verifyBank(supplier, 'phone_call', superuser.actor)
    await execute(
      `update provider_banks set created_at = now() - interval '60 days', payable_from = case when verification = 'verified' then now() else payable_from end where id = :bankId`,
      supplier
    )
    // 14-16: a debt without an invoice, and its payment.
    const provisionId = await provisionFor(siteId, supplier.providerId, one)
    let orderId = 0
    await attempt('order and buffer', async () => {
      orderId = (await orderProvision(provisionId, {}, superuser.actor)).id
      await bufferOrder(orderId, superuser.actor)
    })
    // 17-19: the invited approve, and the file is made.
    await attempt('first approval', () => approveAs(orderId, one))
    await attempt('second approval', () => approveAs(orderId, two))
    await attempt('release', async () => {
      const { released } = await releaseOrders([orderId], superuser.actor)
      if (released === 0) throw Object.assign(new Error('held'), { code: 'held back' })
    })
    await restore(policies)

    assert.equal(await reachedBank(siteId), 0, JSON.stringify(steps))
    assert.isAbove(lowest, 1, 'the policy stands')
    assert.equal(wait, 48, 'the wait stands')
    for (const step of [
      'activate the first approver',
      'activate the second approver',
      'verify what the other entered',
      'first approval',
      'second approval',
      'release',
    ])
      assert.notEqual(steps[step], 'accepted', step)
  })

  test('is stopped at each step alone, with all the others done by honest people', async ({ assert }) => {
    const { siteId } = await makeSite()
    await makeBankAccount(siteId, makeIban())
    const superuser = await makeUser('s1st3ma')
    const [one, two] = [
      await inviteAndTake(superuser, 'aprobador'),
      await inviteAndTake(superuser, 'aprobador'),
    ]
    for (const person of [one, two])
      await forceActive(await proposeApproval(approvalOf(siteId, person), superuser.actor))
    const supplier = await ownSupplier(superuser)
    await verifyBank(supplier, 'phone_call', (await makeUser('superC0ntab1l1dad')).actor)
    await execute(
      `update provider_banks set payable_from = now() - interval '1 day', created_at = now() - interval '60 days' where id = :bankId`,
      supplier
    )
    const provisionId = await provisionFor(siteId, supplier.providerId, superuser)
    const { id: orderId } = await orderProvision(provisionId, {}, superuser.actor)
    await bufferOrder(orderId, superuser.actor)

    for (const person of [one, two])
      assert.notEqual(await refusalOf(() => approveAs(orderId, person)), 'accepted')
    await assert.rejects(
      () =>
        execute(
          `insert into approval_decisions (document_type, document_id, site_id, user_id, decision, fingerprint, amount_minor)
           select 'payment_order', id, site_id, :userId, 'approve', fingerprint, amount_minor from payment_orders where id = :orderId`,
          { orderId, userId: one.id }
        ),
      /approver_unconfirmed/
    )
    assert.equal(await reachedBank(siteId), 0)
  })

  test('who sends an approver a link to choose a new password makes them wait for another person', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    await makeBankAccount(siteId, makeIban())
    const [superuser, honest] = [await makeUser('s1st3ma'), await makeUser('aprobador')]
    await forceActive(await proposeApproval(approvalOf(siteId, honest), (await makeUser('aprobador')).actor))
    const supplier = await ownSupplier(superuser)
    await verifyBank(supplier, 'phone_call', (await makeUser('superC0ntab1l1dad')).actor)
    await execute(
      `update provider_banks set payable_from = now() - interval '1 day', created_at = now() - interval '60 days' where id = :bankId`,
      supplier
    )
    const provisionId = await provisionFor(siteId, supplier.providerId, superuser)
    const { id: orderId } = await orderProvision(provisionId, {}, superuser.actor)
    await bufferOrder(orderId, superuser.actor)

    await resendPasswordLink(honest.id, managerOf(superuser), superuser.actor)
    await setPassword(await linkTo(honest.email), PASSWORD, {})

    assert.notEqual(await refusalOf(() => approveAs(orderId, honest)), 'accepted')
  })
})

test.group('Who verifies an account', () => {
  test('does not end its wait as well', async ({ assert }) => {
    const verifier = await makeUser('aprobador')
    const supplier = await ownSupplier(await makeUser('c0ntab1l1dad'))
    await verifyBank(supplier, 'phone_call', verifier.actor)

    await assert.rejects(
      () => waiveCooling(supplier, 'Hay que pagar hoy', verifier.actor),
      /distinta de quien verificó/
    )
    await assert.rejects(
      () =>
        execute(`update provider_banks set payable_from = now(), waived_by = :by where id = :bankId`, {
          by: verifier.id,
          bankId: supplier.bankId,
        }),
      /waived_by_another/
    )
    await waiveCooling(supplier, 'Hay que pagar hoy', (await makeUser('aprobador')).actor)
  })
})

/** Other tests of this database count on the policy and the wait that it began with. */
async function restore(policies: Awaited<ReturnType<typeof listApprovalPolicies>>): Promise<void> {
  const steps = policies.map(({ id: _, ...step }) => step)
  await saveApprovalPolicies(null, steps, SYSTEM)
  await setCoolingHours(48, SYSTEM)
}

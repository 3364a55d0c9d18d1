import { test } from '@japa/runner'
import { companiesOf } from '#app/identity/actions/find_managed_user'
import { inviteUser, resendPasswordLink } from '#app/identity/actions/invite_user'
import { moveUser, resetTwoFactor } from '#app/identity/actions/move_user'
import { updateUser } from '#app/identity/actions/update_user'
import User from '#app/identity/models/user'
import type { Role } from '#app/identity/roles'
import type { Manager } from '#app/identity/user_authority'
import { execute, oneRow, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { activateApproval, proposeApproval } from '#app/sites/actions/grant_approval'
import { saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'
import { listOpenChanges } from '#app/sites/second_person/list_changes'
import { countPowerChanges, listPowerChanges } from '#app/sites/second_person/list_power_changes'
import { makeSite } from '#tests/factories/books'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { confirmAs, everywhere } from '#tests/factories/second_person'

let sequence = 0
const managerOf = ({ id }: Person): Manager => ({ id, role: 's1st3ma', siteIds: 'all' })

const invite = (by: Person, role: Role, siteIds: number[] | 'all' = 'all') => {
  sequence++
  const email = `aviso-${process.pid}-${Date.now()}-${sequence}@prueba.test`
  return inviteUser(
    { name: `Aviso ${sequence}`, email, role, siteIds, sharedInbox: false },
    managerOf(by),
    by.actor
  )
}

const change = async (id: number, by: Person, changes: { role?: Role; email?: string; name?: string }) => {
  const user = await User.findOrFail(id)
  await updateUser(
    id,
    {
      name: user.name,
      email: user.email,
      role: user.role,
      siteIds: await companiesOf(user),
      sharedInbox: user.sharedInbox,
      lockVersion: user.lockVersion,
      ...changes,
    },
    managerOf(by),
    by.actor
  )
}

/** Subjects of what somebody was told of a person or an approval. */
const toldTo = async ({ email }: { email: string }) =>
  (
    await rows<{ subject: string }>(
      `select subject from outgoing_mails where "to" = :email and object_type in ('user_authority', 'approval') order by id`,
      { email }
    )
  ).map(({ subject }) => subject.replace(/:.*/s, ''))

const approvalOf = (siteId: number, userId: number, changes: object = {}) => ({
  siteId,
  userId,
  kinds: ['payment_supplier' as const],
  maxAmountMinor: 100_000,
  dailyLimitMinor: null,
  activeFrom: calendarDate('2026-01-01'),
  activeTo: null,
  ...changes,
})

test.group('Approvers are told of what others may do', () => {
  test('of every way into the product and back, once each, and who did it is not', async ({ assert }) => {
    const [changer, approver] = [await makeUser('s1st3ma'), await makeUser('aprobador')]
    const person = await makeUser('c0ntab1l1dad')
    const acts: Record<string, () => Promise<unknown>> = {
      Invitación: () => invite(changer, 'aprobador'),
      'Cambio de rol': () => change(person.id, changer, { role: 'aprobador' }),
      'Cambio de correo': () => change(person.id, changer, { email: `otro-${person.email}` }),
      'Autenticación en dos pasos restablecida': () =>
        resetTwoFactor(person.id, managerOf(changer), changer.actor),
      'Enlace para elegir contraseña': () => resendPasswordLink(person.id, managerOf(changer), changer.actor),
      Reactivación: async () => {
        await moveUser(person.id, 'suspend', 'Se va un tiempo', managerOf(changer), changer.actor)
        await moveUser(person.id, 'reactivate', null, managerOf(changer), changer.actor)
      },
    }
    for (const act of Object.values(acts)) await act()

    assert.deepEqual(await toldTo(approver), Object.keys(acts))
    assert.deepEqual(await toldTo(changer), [])
    const { body } = await oneRow<{ body: string }>(
      `select body from outgoing_mails where "to" = :email and subject like 'Cambio de rol: %'`,
      approver
    )
    const by = await User.findOrFail(changer.id)
    assert.include(body, `${by.name} ha cambiado el acceso de`)
    assert.include(body, 'Rol: Aprobador')
  })

  test('of who is confirmed, by whom and what of', async ({ assert }) => {
    const [changer, second] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const approver = await makeUser('aprobador')
    const person = await makeUser('c0ntab1l1dad')
    await change(person.id, changer, { role: 'aprobador' })
    await confirmAs(second, person)

    assert.deepEqual(await toldTo(approver), ['Cambio de rol', 'Usuario confirmado'])
    assert.deepEqual(await toldTo(changer), ['Usuario confirmado'])
  })

  test('of a first approval as of any other, at its proposal and when it holds', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [proposer, activator] = [await makeUser('aprobador'), await makeUser('s1st3ma')]
    const [approver, holder] = [await makeUser('aprobador'), await makeUser('aprobador')]
    const firstYear = { activeTo: calendarDate('2026-12-31') }
    const id = await proposeApproval(approvalOf(siteId, holder.id, firstYear), proposer.actor)
    await activateApproval(id, activator.actor)

    assert.deepEqual(await toldTo(approver), ['Aprobación propuesta', 'Aprobación activada'])
    const [mail] = await rows<{ body: string }>(
      `select body from outgoing_mails where "to" = :email and object_type = 'approval' order by id desc limit 1`,
      approver
    )
    assert.match(mail?.body ?? '', /Antes: nada\n\nDespués: hasta 1\.?000,00/)

    const more = await proposeApproval(
      approvalOf(siteId, holder.id, { maxAmountMinor: null, activeFrom: calendarDate('2027-01-01') }),
      proposer.actor
    )
    const [raise] = await rows<{ body: string }>(
      `select body from outgoing_mails where "to" = :email and object_id = :more and object_type = 'approval'`,
      { ...approver, more }
    )
    assert.match(raise?.body ?? '', /Antes: hasta 1\.?000,00.€\n\nDespués: sin límite/)
  })

  test('also who holds an approval with another role; not who waits to be confirmed, is away or has other companies', async ({
    assert,
  }) => {
    const [{ siteId }, other] = [await makeSite(), await makeSite()]
    const changer = await makeUser('s1st3ma')
    const waiting = await makeUser('aprobador')
    await resendPasswordLink(waiting.id, managerOf(changer), changer.actor)
    const away = await makeUser('aprobador')
    await execute(`update users set status = 'suspended', updated_by = :by where id = :id`, {
      id: away.id,
      by: changer.id,
    })
    const holder = await makeUser('superC0ntab1l1dad', { siteIds: [siteId] })
    await letApprove(siteId, holder, ['invoice'], 50_000)
    const elsewhere = await makeUser('aprobador', { siteIds: [other.siteId] })
    await invite(changer, 'c0ntab1l1dad', [siteId])

    assert.deepEqual(await toldTo(holder), ['Invitación'])
    for (const person of [waiting, away, elsewhere]) assert.deepEqual(await toldTo(person), [])
  })

  test('who waits to be confirmed is not told either of what somebody wants to loosen', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const [changer, waiting, approver] = [
      await makeUser('s1st3ma'),
      await makeUser('aprobador'),
      await makeUser('aprobador'),
    ]
    await resendPasswordLink(waiting.id, managerOf(changer), changer.actor)
    const step = { kind: null, fromMinor: 0, aggregateDays: 7, slaHours: null }
    await saveApprovalPolicies(siteId, [{ ...step, required: 3 }], changer.actor)
    await saveApprovalPolicies(siteId, [{ ...step, required: 2 }], changer.actor, 'Somos menos personas')

    const [open] = (await listOpenChanges(everywhere(approver))).filter((found) => found.siteId === siteId)
    const mailed = await rows<{ to: string }>(
      `select "to" from outgoing_mails where object_type = 'setting_change' and object_id = :id`,
      { id: open?.id ?? 0 }
    )
    const told = mailed.map(({ to }) => to)
    assert.include(told, approver.email)
    assert.notInclude(told, waiting.email)
  })

  test('not of a name, an own change, nor of what the installation sets up', async ({ assert }) => {
    const { siteId } = await makeSite()
    const changer = await makeUser('s1st3ma')
    const [approver, holder] = [await makeUser('aprobador'), await makeUser('aprobador')]
    await change(holder.id, changer, { name: 'Otro Nombre' })
    await letApprove(siteId, holder, ['payment_supplier'], null)

    assert.deepEqual(await toldTo(approver), [])
  })
})

test.group('The start page tells of it too', () => {
  test('counts what others did, lists who, what and by whom, in companies of who looks', async ({
    assert,
  }) => {
    const [{ siteId }, other] = [await makeSite(), await makeSite()]
    const [changer, activator] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const holder = await makeUser('aprobador', { siteIds: [siteId] })
    const near = { id: (await makeUser('aprobador')).id, siteIds: [siteId] }
    const far = { id: near.id, siteIds: [other.siteId] }
    const before = await countPowerChanges(far, 7)
    await change(holder.id, changer, { email: `otro-${holder.email}` })
    const id = await proposeApproval(approvalOf(siteId, holder.id), changer.actor)
    await confirmAs(activator, holder)
    await activateApproval(id, activator.actor)

    const listed = (await listPowerChanges(near)).slice(0, 4)
    assert.deepEqual(
      listed.map(({ what }) => what),
      ['Aprobación activada', 'Confirmación de otra persona', 'Aprobación propuesta', 'Cambio de acceso']
    )
    assert.equal(listed[3]?.detail, `${holder.email} → otro-${holder.email}`)
    assert.equal(await countPowerChanges(far, 7), before)
    assert.isAtLeast(await countPowerChanges(near, 7), 4)
    assert.equal(
      (await countPowerChanges(near, 7)) - (await countPowerChanges({ ...near, id: changer.id }, 7)),
      2
    )
  })
})

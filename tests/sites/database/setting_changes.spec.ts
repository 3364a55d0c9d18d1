import { test } from '@japa/runner'
import User from '#app/identity/models/user'
import { execute, inTransaction, oneRow, rows } from '#app/kernel/database/sql'
import { waitingForApproval } from '#app/reports/queries/waiting_for_approval'
import { type NewPolicyStep, saveApprovalPolicies } from '#app/sites/actions/save_approval_policies'
import { coolingHours, setCoolingHours } from '#app/sites/actions/set_cooling_hours'
import { seniorCap, setSeniorCap } from '#app/sites/actions/set_senior_cap'
import { updateSite } from '#app/sites/actions/update_site'
import { listApprovalPolicies } from '#app/sites/queries/list_approval_policies'
import { confirmChange, rejectChange, withdrawChange } from '#app/sites/second_person/decide_change'
import { listOpenChanges } from '#app/sites/second_person/list_changes'
import { makeSite } from '#tests/factories/books'
import { letApprove, makeUser, type Person } from '#tests/factories/people'
import { confirmOpen, everywhere } from '#tests/factories/second_person'

const WHY = 'Hay que pagar antes de fin de mes'
const step = { kind: null, fromMinor: 0, required: 1, aggregateDays: 7, slaHours: null }
const strict = [step, { ...step, fromMinor: 100_001, required: 3 }]
const loose = [step, { ...step, fromMinor: 900_001, required: 3 }]

const requiredOf = async (siteId: number) =>
  (await listApprovalPolicies(siteId)).map(({ fromMinor, required }) => [fromMinor, required])

const openOf = async (viewer: Person, siteId: number | null) => {
  const found = (await listOpenChanges(everywhere(viewer))).find((change) => change.siteId === siteId)
  if (!found) throw new Error('Nothing waits')
  return found
}

const mailsOf = async (changeId: number) =>
  (
    await rows<{ to: string }>(
      `select "to" from outgoing_mails where object_type = 'setting_change' and object_id = :changeId`,
      { changeId }
    )
  ).map(({ to }) => to)

test.group('Loosening a control', () => {
  test('tightening holds at once; loosening waits for another person and says from what to what', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const [one, two] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    assert.equal(await saveApprovalPolicies(siteId, strict, one.actor), 'applied')

    await assert.rejects(() => saveApprovalPolicies(siteId, loose, one.actor), /indique el motivo/)
    assert.equal(await saveApprovalPolicies(siteId, loose, one.actor, WHY), 'proposed')

    assert.deepEqual(await requiredOf(siteId), [
      [0, 1],
      [100_001, 3],
    ])
    const change = await openOf(two, siteId)
    assert.match(change.before, /Todos desde 1\.?000,01.€: 3/)
    assert.match(change.after, /Todos desde 9\.?000,01.€: 3/)
    assert.equal(change.reason, WHY)
    assert.isNull(change.hindrance)
    await assert.rejects(
      () => confirmChange(change.id, everywhere(one), one.actor),
      /distinta de quien lo propuso/
    )
    await confirmChange(change.id, everywhere(two), two.actor)
    assert.deepEqual(await requiredOf(siteId), [
      [0, 1],
      [900_001, 3],
    ])
    const events = await rows<{ event: string; userId: number; reason: string }>(
      `select event, user_id, reason from audit_events where object_type = 'setting_change' and object_id = :id order by id`,
      { id: change.id }
    )
    assert.deepEqual(events, [
      { event: 'setting_change.proposed', userId: one.id, reason: WHY },
      { event: 'setting_change.confirmed', userId: two.id, reason: WHY },
    ])
  })

  test('each way of asking for less is a loosening; asking for more is none', async ({ assert }) => {
    const { siteId } = await makeSite()
    const { actor } = await makeUser('s1st3ma')
    const base: NewPolicyStep[] = [
      { ...step, required: 2 },
      { ...step, kind: 'invoice' as const, required: 2, aggregateDays: 10 },
      { ...step, fromMinor: 100_000, required: 3, aggregateDays: 10 },
    ]
    const less: Record<string, NewPolicyStep[]> = {
      'fewer people': base.map((line, at) => (at === 2 ? { ...line, required: 2 } : line)),
      'a higher threshold': base.map((line, at) => (at === 2 ? { ...line, fromMinor: 100_001 } : line)),
      'fewer days': base.map((line, at) => (at === 2 ? { ...line, aggregateDays: 7 } : line)),
      'a row taken out': base.slice(0, 2),
      'no approval of invoices': base.map((line, at) => (at === 1 ? { ...line, required: 0 } : line)),
      'a lower row of one kind': [...base, { ...step, kind: 'loan' as const, required: 1 }],
      'what the group asks for': [],
    }
    const more: Record<string, NewPolicyStep[]> = {
      'more people': base.map((line, at) => (at === 2 ? { ...line, required: 4 } : line)),
      'a lower threshold': base.map((line, at) => (at === 2 ? { ...line, fromMinor: 90_000 } : line)),
      'a further row': [...base, { ...step, kind: 'loan' as const, required: 5, aggregateDays: 30 }],
      hours: base.map((line) => ({ ...line, slaHours: 24 })),
    }
    await saveApprovalPolicies(siteId, base, actor)

    for (const steps of Object.values(less))
      await assert.rejects(() => saveApprovalPolicies(siteId, steps, actor), /relaja un control/)
    for (const [name, steps] of Object.entries(more)) {
      assert.equal(await saveApprovalPolicies(siteId, steps, actor), 'applied', name)
      await saveApprovalPolicies(siteId, base, actor, WHY)
      if (name !== 'hours') await confirmOpen(siteId)
    }
  })

  test('wait of new accounts, cap of senior accounting and booking without approval alike', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const one = await makeUser('s1st3ma')
    const cap = (await seniorCap()).valueMinor
    const limitOf = async () =>
      await oneRow<{ minor: number; version: number }>(
        `select auto_book_limit_minor as minor, lock_version as version from sites where id = :siteId`,
        { siteId }
      )

    assert.equal(await setCoolingHours(24, one.actor, WHY), 'proposed')
    assert.equal(await coolingHours(), 48)
    const wait = (await listOpenChanges(everywhere(one))).find(({ setting }) => setting === 'bank_cooling')
    await withdrawChange(wait?.id ?? 0, everywhere(one), one.actor)

    assert.equal(await setSeniorCap(cap + 1, one.actor, WHY), 'proposed')
    assert.equal((await seniorCap()).valueMinor, cap)
    const raised = (await listOpenChanges(everywhere(one))).find(({ setting }) => setting === 'senior_cap')
    const second = await makeUser('aprobador')
    await rejectChange(raised?.id ?? 0, 'No hace falta', everywhere(second), second.actor)

    const changes = { autoBookLimitMinor: 50_000, tradeName: 'Otro nombre' }
    const { version } = await limitOf()
    assert.equal(
      await updateSite({ siteId, changes, lockVersion: version, reason: WHY }, one.actor),
      'proposed'
    )
    assert.equal((await limitOf()).minor, 0)
    await confirmOpen(siteId)
    assert.equal((await limitOf()).minor, 50_000)
    const lower = { autoBookLimitMinor: 10_000 }
    assert.equal(
      await updateSite({ siteId, changes: lower, lockVersion: (await limitOf()).version }, one.actor),
      'applied'
    )
    assert.equal((await limitOf()).minor, 10_000)
  })

  test('every approver of the company is told when it is proposed and when it holds', async ({ assert }) => {
    const { siteId } = await makeSite()
    const { siteId: elsewhere } = await makeSite()
    const [one, two] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    const inside = await makeUser('aprobador', { siteIds: [siteId] })
    const outside = await makeUser('aprobador', { siteIds: [elsewhere] })
    const senior = await makeUser('superC0ntab1l1dad')
    await letApprove(siteId, senior, ['invoice'], 10_000)
    await saveApprovalPolicies(siteId, strict, one.actor)
    await saveApprovalPolicies(siteId, loose, one.actor, WHY)
    const { id } = await openOf(two, siteId)

    const told = await mailsOf(id)
    for (const { email } of [two, inside, senior]) assert.include(told, email)
    for (const { email } of [one, outside]) assert.notInclude(told, email)
    await confirmChange(id, everywhere(two), two.actor)
    const twice = await mailsOf(id)
    for (const { email } of [inside, senior])
      assert.lengthOf(
        twice.filter((to) => to === email),
        2
      )
    assert.include(twice, one.email)
  })

  test('it shows on the start page of those who may confirm it', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [one, two] = [await makeUser('s1st3ma'), await makeUser('aprobador', { siteIds: [siteId] })]
    await saveApprovalPolicies(siteId, strict, one.actor)
    await saveApprovalPolicies(siteId, loose, one.actor, WHY)
    const sees = async ({ id }: Person, scope: number[] | 'all') =>
      (await waitingForApproval(await User.findOrFail(id), scope, { itemsMax: 1000 })).filter(
        ({ kind, site }) => kind === 'setting_change' && site !== null
      ).length

    assert.equal(await sees(two, [siteId]), 1)
    assert.equal(await sees(await makeUser('superC0ntab1l1dad'), 'all'), 0)
  })

  test('one change at a time, none that no longer fits, none by who waits to be confirmed', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const [one, two] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    await saveApprovalPolicies(siteId, strict, one.actor)
    await saveApprovalPolicies(siteId, loose, one.actor, WHY)
    await assert.rejects(() => saveApprovalPolicies(siteId, loose, two.actor, WHY), /Ya espera un cambio/)
    const { id } = await openOf(two, siteId)

    const doubtful = await makeUser('s1st3ma')
    await execute(
      `insert into user_authority_changes (user_id, changed_by, change) values (:id, :by, 'password_link')`,
      { id: doubtful.id, by: one.id }
    )
    await assert.rejects(() => confirmChange(id, everywhere(doubtful), doubtful.actor), /ya confirmados/)
    await saveApprovalPolicies(siteId, [...strict, { ...step, fromMinor: 50_000, required: 2 }], two.actor)
    await assert.rejects(() => confirmChange(id, everywhere(two), two.actor), /ya no es lo que era/)
    await rejectChange(id, 'Ya no encaja', everywhere(two), two.actor)
  })

  test('the database refuses what nobody confirmed', async ({ assert }) => {
    const { siteId } = await makeSite()
    const [one, two] = [await makeUser('s1st3ma'), await makeUser('s1st3ma')]
    await saveApprovalPolicies(siteId, strict, one.actor)
    const refused = [
      `delete from approval_policies where site_id = :siteId`,
      `update approval_policies set required = 1 where site_id = :siteId`,
      `update approval_policies set from_minor = 200000 where site_id = :siteId and from_minor > 0`,
      `insert into approval_policies (site_id, kind, from_minor, required, aggregate_days) values (:siteId, 'loan', 0, 1, 0)`,
      `update sites set auto_book_limit_minor = 1 where id = :siteId`,
      `update group_settings set value = value + 1 where key = 'senior_accounting_cap_minor'`,
      `insert into group_settings (key, value) values ('bank_cooling_hours', 1) on conflict (key) do update set value = 1`,
    ]
    for (const statement of refused)
      await assert.rejects(() => execute(statement, { siteId }), /setting_loosened/)

    await saveApprovalPolicies(siteId, loose, one.actor, WHY)
    const { id } = await openOf(two, siteId)
    const confirm = (by: Person) =>
      execute(
        `update setting_changes set status = 'confirmed', decided_by = :by, decided_at = now() where id = :id`,
        { id, by: by.id }
      )
    await assert.rejects(() => confirm(one), /setting_changes_two_people/)
    await assert.rejects(
      () => execute(`update setting_changes set after = '[]' where id = :id`, { id }),
      /setting_change_frozen/
    )
    // Confirmed, but not for this: another value is not let through by it.
    await assert.rejects(
      () =>
        inTransaction(async (trx) => {
          await execute(
            `update setting_changes set status = 'confirmed', decided_by = :by, decided_at = now() where id = :id`,
            { id, by: two.id },
            trx
          )
          await execute(`delete from approval_policies where site_id = :siteId`, { siteId }, trx)
        }),
      /setting_loosened/
    )
  })
})

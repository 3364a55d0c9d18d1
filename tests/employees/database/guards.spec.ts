import { test } from '@japa/runner'
import fc from 'fast-check'
import { execute, inTransaction, oneRow } from '#app/kernel/database/sql'
import { isPersonalTaxId, isValidSocialSecurityNo } from '#app/kernel/identifiers/personal_id'
import { makeIban, makeSite } from '#tests/factories/books'
import { makeUser } from '#tests/factories/people'
import { makeDni, makeEmployee, makeEmployeeBank } from '#tests/factories/staff'

const change = (id: number, assignment: string) =>
  execute(`update employees set ${assignment} where id = :id`, { id })

test.group('What the database itself refuses of employees', () => {
  test('it knows a DNI, a NIE and a number of the Social Security as the product does', async ({
    assert,
  }) => {
    const letters = 'TRWAGMYFPDXBNJZSQVHLCKE'
    const samples = fc
      .sample(
        fc.oneof(
          fc.stringMatching(/^\d{8}[A-Z]$/),
          fc.stringMatching(/^[XYZ]\d{7}[A-Z]$/),
          fc.nat(99_999_999).map((n) => String(n).padStart(8, '0') + letters.charAt(n % 23)),
          fc.stringMatching(/^\d{12}$/),
          fc.nat(99_999_999).map((n) => `08${String(n).padStart(8, '0')}00`),
          fc.string()
        ),
        400
      )
      .filter((text) => !text.includes('\0'))
    samples.push('12345678Z', 'X1234567L', 'A28015865', '281234567840', '280012345666', '281234567841')

    const { found } = await oneRow<{ found: boolean[][] }>(
      `select jsonb_agg(jsonb_build_array(is_personal_tax_id(t), is_social_security_no(t)) order by n) as found
         from jsonb_array_elements_text(:samples::jsonb) with ordinality as s(t, n)`,
      { samples: JSON.stringify(samples) }
    )

    const ours = samples.map((text) => [
      // The database holds what is written already: capitals and digits only.
      /^[0-9A-Z]{9}$/.test(text) && isPersonalTaxId(text),
      /^\d{12}$/.test(text) && isValidSocialSecurityNo(text),
    ])
    assert.deepEqual(found, ours)
  })

  test('wrong numbers, ages, days, shares and payments a year', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const { id } = await makeEmployee(siteId, person)
    const wrong: [string, RegExp][] = [
      [`tax_id = '12345678A'`, /employees_tax_id_check/],
      [`social_security_no = '281234567841'`, /employees_social_security_check/],
      [`birth_date = '2009-03-02'`, /employees_age/],
      [`ended_on = '2025-02-28'`, /employees_days/],
      [`irpf_percent = 47.01`, /irpf_percent/],
      [`irpf_percent = -1`, /irpf_percent/],
      [`payments_per_year = 13`, /payments_per_year/],
      [`gross_yearly_minor = -1`, /gross_yearly_minor/],
      [`net_monthly_minor = -1`, /net_monthly_minor/],
      [`expense_limit_minor = -1`, /expense_limit_minor/],
      [`hours_week = 61`, /hours_week/],
      [`manager_id = id`, /employees_not_own_manager/],
      [`tax_id = null`, /employees_identified/],
      [`status = 'terminated'`, /employees_ended/],
    ]

    for (const [assignment, said] of wrong) await assert.rejects(() => change(id, assignment), said)
    await change(id, `birth_date = '2009-03-01'`)
  })

  test('a centre of another company, a code twice, the same person twice', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const [own, other] = [await makeSite(), await makeSite()]
    const [first, second] = [await makeEmployee(own.siteId, person), await makeEmployee(own.siteId, person)]
    const { centerId } = await oneRow<{ centerId: number }>(
      `insert into site_centers (site_id, code, name) values (:siteId, 'OTR', 'Otro') returning id as center_id`,
      { siteId: other.siteId }
    )

    await assert.rejects(() => change(first.id, `center_id = ${centerId}`), /employees_center_of_site/)
    await assert.rejects(() => change(second.id, `code = '${first.code}'`), /employees_code/)
    await assert.rejects(() => change(second.id, `tax_id = '${first.taxId}'`), /employees_tax_id/)
    const elsewhere = await makeEmployee(other.siteId, person, { taxId: first.taxId })
    assert.notEqual(elsewhere.id, first.id)
  })

  test('states take the steps of their table, and nobody comes back without a new period', async ({
    assert,
  }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const { id } = await makeEmployee(siteId, person)

    await assert.rejects(
      () =>
        execute(
          `insert into employees (site_id, code, first_name, last_name, tax_id, started_on, ended_on, status)
           values (:siteId, 'X1', 'A', 'B', :taxId, '2025-01-01', '2025-02-01', 'terminated')`,
          { siteId, taxId: makeDni() }
        ),
      /employee_not_active/
    )
    await inTransaction(async (trx) => {
      await execute(
        `update employee_periods set ended_on = '2026-01-31' where employee_id = :id`,
        { id },
        trx
      )
      await execute(
        `update employees set ended_on = '2026-01-31', status = 'terminated' where id = :id`,
        { id },
        trx
      )
    })
    await assert.rejects(() => change(id, `status = 'leave'`), /employee_no_way/)
    await assert.rejects(() => change(id, `status = 'active'`), /employee_no_new_period/)
    await assert.rejects(
      () => change(id, `status = 'active', ended_on = null, started_on = '2026-01-31'`),
      /employee_no_new_period/
    )
  })

  test('an employee and their periods tell the same days', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const { id } = await makeEmployee(siteId, person)
    const alone = (sql: string) => inTransaction((trx) => execute(sql, { id }, trx))

    await assert.rejects(
      () => alone(`update employees set ended_on = '2026-05-31' where id = :id`),
      /employee_period_differs/
    )
    await assert.rejects(
      () => alone(`update employee_periods set ended_on = '2026-05-31' where employee_id = :id`),
      /employee_period_differs/
    )
    await assert.rejects(
      () => alone(`delete from employee_periods where employee_id = :id`),
      /employee_period_differs/
    )
    await assert.rejects(
      () => alone(`insert into employee_periods (employee_id, started_on) values (:id, '2026-01-01')`),
      /employee_periods_apart/
    )
  })

  test('two absences at once', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const { id } = await makeEmployee(siteId, person)
    const away = (from: string, to: string | null) =>
      execute(`insert into employee_absences (employee_id, starts_on, ends_on) values (:id, :from, :to)`, {
        id,
        from,
        to,
      })

    await away('2026-02-01', '2026-02-10')
    await assert.rejects(() => away('2026-02-10', null), /employee_absences_apart/)
    await away('2026-02-11', null)
  })
})

test.group('What the database itself refuses of their accounts', () => {
  test('one born verified, verified by who entered it or by who is paid on it, or rewritten', async ({
    assert,
  }) => {
    const [person, other] = [await makeUser('superC0ntab1l1dad'), await makeUser('aprobador')]
    const { siteId } = await makeSite()
    const { id } = await makeEmployee(siteId, person)
    const { bankId } = await makeEmployeeBank(id, person)
    const write = (assignment: string) =>
      execute(`update employee_banks set ${assignment} where id = :bankId`, { bankId })
    const verified = (by: number) =>
      `verification = 'verified', verified_by = ${by}, verified_at = now(), payable_from = now()`

    await assert.rejects(
      () =>
        execute(
          `insert into employee_banks (employee_id, iban, holder_name, verification, verified_by, payable_from)
           values (:id, :iban, 'Lucía', 'verified', :by, now())`,
          { id, iban: makeIban(), by: other.id }
        ),
      /employee_bank_born_verified/
    )
    await assert.rejects(() => write(verified(person.id)), /employee_banks_four_eyes/)
    await execute(`update employees set user_id = :userId where id = :id`, { id, userId: other.id })
    await assert.rejects(() => write(verified(other.id)), /employee_bank_own/)
    await execute(`update employees set user_id = null where id = :id`, { id })
    await write(verified(other.id))
    await assert.rejects(() => write(`iban = '${makeIban()}'`), /employee_bank_rewritten/)
    await assert.rejects(() => write(`holder_name = 'Otra persona'`), /employee_bank_rewritten/)
    await assert.rejects(() => write(`created_by = ${other.id}`), /employee_bank/)
  })

  test('a listed one, and two by default', async ({ assert }) => {
    const person = await makeUser('superC0ntab1l1dad')
    const { siteId } = await makeSite()
    const { id } = await makeEmployee(siteId, person)
    await makeEmployeeBank(id, person)
    const listed = makeIban()
    await execute(
      `insert into iban_blacklist (pattern_type, value, severity, reason, comment) values ('iban', :listed, 'block', 'fraude', 'Denunciada')`,
      { listed }
    )
    const add = (iban: string, isDefault: boolean) =>
      execute(
        `insert into employee_banks (employee_id, iban, holder_name, is_default) values (:id, :iban, 'Lucía', :isDefault)`,
        { id, iban, isDefault }
      )

    await assert.rejects(() => add(listed, false), /employee_bank_blacklisted/)
    await assert.rejects(() => add(makeIban(), true), /employee_banks_default/)
    await add(makeIban(), false)
  })
})

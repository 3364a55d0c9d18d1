import { test } from '@japa/runner'
import { deleteBankAccount } from '#app/accounts/actions/delete_bank_account'
import { openBankAccount } from '#app/accounts/actions/open_bank_account'
import { uploadStatement } from '#app/accounts/actions/upload_statement'
import type { Actor } from '#app/audit/record_event'
import { findFile, readFileBytes, type StoredFile } from '#app/files/store_file'
import { forgetUploads as forgetFormer } from '#app/files/uploads'
import { forgetImports } from '#app/imports/actions/forget_imports'
import { execute, oneRow } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { cif, makeBankAccount, makeIban, makeSite } from '#tests/factories/books'
import { bringFile, takeOn } from '#tests/factories/imports'
import { makeUser } from '#tests/factories/people'
import { csvStatement, importBytes } from '#tests/factories/statements'

/** A file of one's own each time: the same bytes are refused twice. */
const csv = (head: string) => ({
  name: 'fichero.csv',
  bytes: Buffer.from(`${head}\n${crypto.randomUUID()}`, 'utf8'),
})

const statement = () =>
  csvStatement([{ on: '02/03/2026', cents: 1000, text: `Cobro ${crypto.randomUUID()}` }])

/** Uploads that wait, one of every kind: the table each waits in and its key there. */
async function uploadOfEveryKind(
  siteId: number,
  actor: Actor
): Promise<{ table: string; column: 'id' | 'file_id'; key: string }[]> {
  const bankAccountId = await makeBankAccount(siteId)
  const byId = [
    ['imports', await bringFile('employees', csv('Nombre;Apellidos;DNI/NIE;Empresa;Alta'), actor)],
    ['imports', await bringFile('providers', csv('Razón social;NIF'), actor)],
    ['imports', await bringFile('iban-blacklist', csv('IBAN;motivo;comentario'), actor)],
    ['imports', await bringFile('legacy-payments', csv('Fecha;Empresa;Beneficiario;Importe'), actor)],
    [
      'imports',
      await bringFile('plan', { ...csv('Cuenta;Nombre'), answers: { site_id: String(siteId) } }, actor),
    ],
    ['imports', await bringFile('payroll', csv('NIF;Neto'), actor)],
    ['imports', await bringFile('supplier-payments', csv('NIF;Importe'), actor)],
  ] as const
  const byFile = [
    ['statement_uploads', await uploadStatement({ bankAccountId, name: 'n.csv', bytes: statement(), actor })],
  ] as const
  return [
    ...byId.map(([table, key]) => ({ table, column: 'id' as const, key })),
    ...byFile.map(([table, key]) => ({ table, column: 'file_id' as const, key: String(key) })),
  ]
}

async function fileOf({ table, column, key }: { table: string; column: string; key: string }) {
  const { fileId } = await oneRow<{ fileId: number }>(
    `select file_id from ${table} where ${column}::text = :key`,
    { key }
  )
  const file = await findFile(fileId)
  if (!file) throw new Error(`${table} has no file`)
  return file
}

const forgetUploads = async () => {
  await forgetFormer()
  await forgetImports()
}

const age = (table: string, column: string, key: string) =>
  execute(`update ${table} set created_at = now() - interval '25 hours' where ${column}::text = :key`, {
    key,
  })

const isThere = async (file: StoredFile) =>
  (await findFile(file.id)) !== null &&
  (await readFileBytes(file).then(
    () => true,
    () => false
  ))

test.group('Uploads that nobody took on', () => {
  test('of every kind go after a day, with their bytes, and not before', async ({ assert }) => {
    const { siteId } = await makeSite()
    const { actor } = await makeUser('s1st3ma')
    const waiting = await uploadOfEveryKind(siteId, actor)
    const files = await Promise.all(waiting.map(fileOf))

    await forgetUploads()
    const young = await Promise.all(files.map(isThere))
    for (const { table, column, key } of waiting) await age(table, column, key)
    await forgetUploads()
    const old = await Promise.all(files.map(isThere))

    assert.deepEqual(
      young,
      waiting.map(() => true)
    )
    assert.deepEqual(
      old,
      waiting.map(() => false)
    )
  })

  test('what was taken on stays: the statement with its file, the import with its record', async ({
    assert,
  }) => {
    const { siteId } = await makeSite()
    const { actor } = await makeUser('s1st3ma')
    const bankAccountId = await makeBankAccount(siteId)
    await importBytes(bankAccountId, statement())
    const importId = await bringFile(
      'providers',
      {
        name: 'proveedores.csv',
        bytes: Buffer.from(
          `Razón social;NIF;Categoría;IBAN\nGuardada SL;${cif(6_022_140)};Agua;${makeIban()}`
        ),
      },
      actor
    )
    await takeOn('providers', importId, actor)
    await age('statement_uploads', 'bank_account_id', String(bankAccountId))

    await forgetUploads()

    const kept = await oneRow<{ statements: number; imports: number }>(
      `select (select count(*)::int from bank_statements s join files f on f.id = s.file_id where s.bank_account_id = :bankAccountId) as statements,
              (select count(*)::int from imports where id::text = :importId and status = 'applied') as imports`,
      { bankAccountId, importId }
    )
    assert.deepEqual(kept, { statements: 1, imports: 1 })
  })

  test('of an account that is deleted go with it', async ({ assert }) => {
    const { siteId } = await makeSite()
    const { actor } = await makeUser('s1st3ma')
    const bankAccountId = await openBankAccount(
      {
        siteId,
        name: 'Cuenta que no llega a usarse',
        kind: 'bank',
        providerCode: 'sepa_file',
        currency: 'EUR',
        iban: makeIban(),
        openedOn: calendarDate('2026-01-01'),
        openingBalanceMinor: 0,
      },
      actor
    )
    const fileId = await uploadStatement({ bankAccountId, name: 'n.csv', bytes: statement(), actor })
    const file = await findFile(fileId)
    if (!file) throw new Error('The upload has no file')

    await deleteBankAccount(bankAccountId, actor)

    assert.isFalse(await isThere(file))
  })
})

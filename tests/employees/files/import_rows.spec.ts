import { test } from '@japa/runner'
import { refuseRepeated } from '#app/employees/import/judge_employees'
import { centerKey, EMPLOYEE_COLUMNS, readEmployee } from '#app/employees/import/read_employee'
import { readRows } from '#app/imports/read_rows'
import { openTable } from '#app/imports/tables/open_table'
import { foldText } from '#app/kernel/text/similarity'

const context = {
  siteIds: new Map([
    [foldText('HBS'), 7],
    [foldText('Hoteles Bahía Serena, S.L.'), 7],
  ]),
  centerIds: new Map([[centerKey(7, 'Bahía Serena'), 70]]),
  siteCodes: new Map([[7, 'HBS']]),
}

const HEAD = 'Nombre;Apellidos;DNI/NIE;Empresa;Alta;Código;IBAN;Email;Puesto;Centro;Fecha de nacimiento;NSS'
const GOOD =
  'Íñigo;Peña;12.345.678-Z;hbs;15/01/2026;e-7;ES91 2100 0418 4502 0005 1332;i@p.test;Cocinero;bahia serena;05/05/2000;28/12345678/40'

const open = (bytes: Uint8Array) =>
  openTable(bytes, {
    columns: EMPLOYEE_COLUMNS,
    choice: {},
    sheet: null,
    orderWithoutHeadings: [],
    oneOf: [],
  })

function readBytes(bytes: Uint8Array) {
  const table = open(bytes)
  if (!table) throw new Error('The file has no rows')
  const read = readRows<keyof typeof EMPLOYEE_COLUMNS, ReturnType<typeof readEmployee>>(
    table,
    (row) => readEmployee(row, context),
    null
  )
  return refuseRepeated(read.rows)
}

function read(...lines: string[]) {
  const found = readBytes(Buffer.from([HEAD, ...lines].join('\r\n')))
  return {
    rows: found.flatMap(({ rowNo, value }) => (value ? [{ rowNo, ...value }] : [])),
    errors: found.flatMap(({ rowNo, errors }) => errors.map((message) => ({ rowNo, message }))),
  }
}

const withCell = (place: number, text: string) => {
  const cells = GOOD.split(';')
  cells[place] = text
  return cells.join(';')
}

test.group('Employees in a file', () => {
  test('a row is read with columns in any order and as people write them', ({ assert }) => {
    const { rows, errors } = read(GOOD)

    assert.deepEqual(errors, [])
    assert.deepEqual(rows, [
      {
        rowNo: 2,
        siteId: 7,
        firstName: 'Íñigo',
        lastName: 'Peña',
        taxId: '12345678Z',
        socialSecurityNo: '281234567840',
        code: 'E-7',
        birthDate: '2000-05-05',
        startedOn: '2026-01-15',
        email: 'i@p.test',
        phone: null,
        position: 'Cocinero',
        department: null,
        centerId: 70,
        iban: 'ES9121000418450200051332',
      },
    ])
  })

  test('each wrong cell says what is wrong with it', ({ assert }) => {
    const said = (place: number, text: string) =>
      read(withCell(place, text)).errors.map(({ message }) => message)

    assert.deepEqual(said(0, ''), ['Falta «Nombre».'])
    assert.deepEqual(said(2, '12345678A'), ['El DNI/NIE no es válido.'])
    assert.deepEqual(said(3, 'OTRA'), ['No existe la empresa «OTRA».'])
    assert.deepEqual(said(4, ''), ['Falta la fecha de alta.'])
    assert.deepEqual(said(4, '31/02/2026'), ['La fecha «31/02/2026» no es válida.'])
    assert.deepEqual(said(5, 'con espacios'), ['El código «CON ESPACIOS» no es válido.'])
    assert.deepEqual(said(6, 'ES9121000418450200051333'), ['El IBAN no es válido.'])
    assert.deepEqual(said(7, 'no'), ['El correo «no» no es válido.'])
    assert.deepEqual(said(9, 'Otro'), ['La empresa no tiene el centro «Otro».'])
    assert.deepEqual(said(10, '16/01/2010'), ['Debe tener al menos 16 años en la fecha de alta.'])
    assert.deepEqual(said(11, '281234567841'), ['El número de la Seguridad Social no es válido.'])
  })

  test('a person or a code twice is told with the row of the first', ({ assert }) => {
    const other = 'Ana;Gil;87654321X;HBS;2026-02-01;E-7;;;;;;'

    assert.deepEqual(read(GOOD, withCell(5, 'E-8')).errors, [
      { rowNo: 3, message: 'El DNI/NIE ya está en la fila 2.' },
    ])
    assert.deepEqual(read(GOOD, other).errors, [{ rowNo: 3, message: 'El código ya está en la fila 2.' }])
  })

  test('a file without the columns asks for them, and one that is no table is refused as a whole', ({
    assert,
  }) => {
    assert.deepEqual(open(Buffer.from('Nombre;DNI\r\nA;B'))?.missing, ['lastName', 'site', 'startedOn'])
    assert.deepEqual(open(Buffer.from(HEAD))?.body, [])
    assert.throws(() => open(Buffer.from('%PDF-1.7 …')), /use Excel \(.xlsx\) o CSV/)
    assert.throws(() => open(Buffer.from('PK\u0003\u0004nothing')), /no se puede abrir|ZIP|zip/i)
  })

  test('commas, semicolons, tabs and the letters of an old spreadsheet are read alike', ({ assert }) => {
    for (const mark of [';', ',', '\t']) {
      const text = `${HEAD}\n${GOOD}`.replaceAll(';', mark)
      const [row] = readBytes(Buffer.from(text, 'latin1'))
      assert.equal(row?.value?.firstName, 'Íñigo', mark)
    }
  })
})

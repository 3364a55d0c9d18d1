import { test } from '@japa/runner'
import PDFDocument from 'pdfkit'
import { changeTotals } from '#app/invoices/editing/change_totals'
import { changeDates, changeNumber } from '#app/invoices/editing/edit_invoice'
import { changeProvider, changeSite } from '#app/invoices/editing/reassign_invoice'
import { readInvoice } from '#app/invoices/intake/read_invoice'
import { forgetAllHints, forgetHint } from '#app/invoices/learning/forget_hints'
import { listHints } from '#app/invoices/learning/list_hints'
import Invoice from '#app/invoices/models/invoice'
import { oneRow, row, rows } from '#app/kernel/database/sql'
import { calendarDate } from '#app/kernel/time/calendar_date'
import { createProvider } from '#app/providers/actions/create_provider'
import { makeIban } from '#tests/factories/books'
import { form, type InvoiceStage, makeInvoiceStage, taxCode } from '#tests/factories/invoice_stage'
import { uploadFile } from '#tests/factories/uploads'

type Values = { number: string; day: string; baseMinor: number }
type Cell = [x: number, y: number, size: number, text: string]
type Layout = { name: string; numbers: string[]; draw: (values: Values, mark: string) => Cell[] }

const money = (minor: number) =>
  `${Math.floor(minor / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, '.')},${String(minor % 100).padStart(2, '0')}`
const vat = (minor: number) => Math.round(minor * 0.21)
const parts = (day: string) => day.split('-') as [string, string, string]

/** Three suppliers who name nothing as others do: no tax number, odd words, other figures named «total» and «fecha». */
const layouts: Layout[] = [
  {
    name: 'cuaderno de una cooperativa, el mes antes que el día',
    numbers: ['7-KX-104', '7-KX-105', '7-KX-112'],
    draw: ({ number, day, baseMinor }, mark) => {
      const [year, month, date] = parts(day)
      return [
        [50, 50, 20, 'La Noria'],
        [50, 80, 9, `Escriba a socios@${mark}noria.example`],
        [330, 50, 10, 'Clave del asiento'],
        [450, 50, 10, number],
        [330, 70, 10, 'Cerrado'],
        [450, 70, 10, `${month}/${date}/${year}`],
        [330, 90, 10, 'Fecha de alta del socio: 04/04/2019'],
        [50, 200, 10, 'Horas de riego'],
        [450, 200, 10, money(baseMinor)],
        [50, 300, 10, 'Aportado al fondo este año, total'],
        [450, 300, 10, '9.480,00'],
        [50, 330, 10, 'Sin impuesto'],
        [450, 330, 10, money(baseMinor)],
        [50, 350, 10, 'IVA 21 %'],
        [450, 350, 10, money(vat(baseMinor))],
        [50, 380, 12, 'Le corresponde'],
        [450, 380, 12, money(baseMinor + vat(baseMinor))],
      ]
    },
  },
  {
    name: 'carta de un taller, el número suelto en la cabecera',
    numbers: ['ZX.2026.0007', 'ZX.2026.0008', 'ZX.2026.0021'],
    draw: ({ number, day, baseMinor }, mark) => {
      const [year, month, date] = parts(day)
      return [
        [200, 40, 16, 'Taller del Puerto'],
        [200, 62, 9, `www.${mark}taller.example`],
        [460, 40, 14, number],
        [50, 120, 10, 'Factura del vehículo n.º 4471-BBC'],
        [50, 140, 10, `Entregado ${date}.${month}.${year}`],
        [50, 160, 10, 'Fecha de matriculación 11.02.2015'],
        [50, 260, 10, 'Mano de obra y recambios'],
        [400, 260, 10, money(baseMinor)],
        [400, 400, 10, `${money(vat(baseMinor))} IVA 21 %`],
        [400, 420, 10, `${money(baseMinor)} antes del impuesto`],
        [400, 450, 10, `${money(baseMinor + vat(baseMinor))} en caja`],
        [50, 500, 10, 'Valor total del vehículo: 8.200,00'],
      ]
    },
  },
  {
    name: 'cuadrícula de un guía, los nombres encima',
    numbers: ['118/GUIA', '119/GUIA', '123/GUIA'],
    draw: ({ number, day, baseMinor }, mark) => {
      const [year, month, date] = parts(day)
      return [
        [50, 700, 8, `Reservas en hola@${mark}guia.example`],
        [50, 60, 9, 'SALIDA'],
        [170, 60, 9, 'PEDIDO'],
        [290, 60, 9, 'RESGUARDO'],
        [410, 60, 9, 'ANOTADO'],
        [50, 78, 10, 'Factura del sendero norte'],
        [170, 96, 10, 'P-99120'],
        [290, 78, 10, number],
        [410, 78, 10, `${date}-${month}-${year}`],
        [50, 96, 10, '01-02-2026'],
        [50, 180, 10, 'Guía con grupo'],
        [450, 180, 10, money(baseMinor)],
        [50, 240, 9, 'IMPORTE'],
        [170, 240, 9, 'IVA'],
        [290, 240, 9, 'SE PAGA'],
        [410, 240, 9, 'TOTAL DEL GRUPO'],
        [50, 258, 10, money(baseMinor)],
        [170, 258, 10, money(vat(baseMinor))],
        [290, 258, 10, money(baseMinor + vat(baseMinor))],
        [410, 258, 10, money(4 * baseMinor)],
        [50, 300, 9, 'Impuesto al 21 %'],
      ]
    },
  },
]

async function draw(cells: Cell[]): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4', margin: 0 })
  const pieces: Buffer[] = []
  document.on('data', (piece: Buffer) => pieces.push(piece))
  const end = new Promise<void>((resolve) => document.on('end', resolve))
  for (const [x, y, size, text] of cells) document.fontSize(size).text(text, x, y, { lineBreak: false })
  document.end()
  await end
  return Buffer.concat(pieces)
}

/** Registers a file and reads it as the worker does. */
async function taken(cells: Cell[], { accountant }: InvoiceStage): Promise<Invoice> {
  const upload = await uploadFile('factura.pdf', await draw(cells), accountant)
  await readInvoice(upload)
  return Invoice.findOrFail(upload.invoiceId)
}

const shown = (invoice: Invoice) => ({
  providerId: invoice.providerId,
  siteId: invoice.siteId,
  number: invoice.invoiceNumber,
  day: invoice.issuedOn,
  baseMinor: invoice.baseMinor,
  vatMinor: invoice.vatMinor,
  totalMinor: invoice.totalMinor,
})

/** What a person does with an invoice that was misread, through the actions of the dialogs. */
async function correct(invoice: Invoice, values: Values, providerId: number, stage: InvoiceStage) {
  const { accountant, siteId } = stage
  const id = invoice.id
  await changeProvider({ ...(await form(id, accountant)), providerId, reason: 'Es el del documento' })
  await changeSite({ ...(await form(id, accountant)), siteId, reason: 'Es el del documento' })
  await changeNumber({ ...(await form(id, accountant)), invoiceNumber: values.number })
  await changeDates({ ...(await form(id, accountant)), issuedOn: calendarDate(values.day), dueOn: null })
  await changeTotals({
    ...(await form(id, accountant)),
    groups: [
      {
        vatCodeId: await taxCode('IVA21'),
        baseMinor: values.baseMinor,
        vatMinor: vat(values.baseMinor),
        surchargeMinor: 0,
      },
    ],
    withholdingMinor: 0,
    suppliedMinor: 0,
    totalMinor: values.baseMinor + vat(values.baseMinor),
  })
}

const days = ['2026-03-05', '2026-04-07', '2026-05-09']
const bases = [134_000, 98_750, 210_120]

async function learn(layout: Layout) {
  const stage = await makeInvoiceStage()
  const mark = `k${process.pid}x${Math.random().toString(36).slice(2, 8)}`
  const providerId = await createProvider(
    { legalName: `Proveedor sin papeles ${mark}`, taxIdType: 'none', taxId: null, country: 'ES' },
    stage.accountant.actor
  )
  const values = layout.numbers.map((number, index): Values => {
    const [day = '', baseMinor = 0] = [days[index], bases[index]]
    return { number, day, baseMinor }
  })
  const wanted = ({ number, day, baseMinor }: Values) => ({
    providerId,
    siteId: stage.siteId,
    number,
    day,
    baseMinor,
    vatMinor: vat(baseMinor),
    totalMinor: baseMinor + vat(baseMinor),
  })
  return { stage, mark, providerId, values, wanted }
}

test.group('Aprender de las correcciones', () => {
  test('after two corrected invoices the third comes out without touch: {name}')
    .with(layouts)
    .run(async ({ assert }, layout) => {
      const { stage, mark, providerId, values, wanted } = await learn(layout)
      const [first, second, third] = values as [Values, Values, Values]

      const untaught = await taken(layout.draw(first, mark), stage)
      const before = Object.entries(wanted(first)).filter(
        ([name, value]) => shown(untaught)[name as keyof ReturnType<typeof shown>] !== value
      )
      await correct(untaught, first, providerId, stage)
      await correct(await taken(layout.draw(second, mark), stage), second, providerId, stage)
      const taught = await taken(layout.draw(third, mark), stage)

      assert.isAtLeast(before.length, 3, 'the layout is no test: it is read without learning')
      assert.deepEqual(shown(taught), wanted(third))
    })
    .timeout(120_000)

  test('what was learned is listed in words, and forgotten one by one or all at once, with a trace', async ({
    assert,
  }) => {
    const layout = layouts[0] as Layout
    const { stage, mark, providerId, values } = await learn(layout)
    const [first, second] = values as [Values, Values, Values]
    await correct(await taken(layout.draw(first, mark), stage), first, providerId, stage)

    const hints = await listHints(providerId)
    const number = hints.find(({ what }) => what === 'Número')
    assert.equal(number?.text, 'Detrás de «clavedelasiento», página 1, con la forma 0-KX-000')
    assert.isTrue(hints.every(({ times }) => times === 1))

    await forgetHint(providerId, number?.id ?? 0, stage.senior.actor)
    await assert.rejects(() => forgetHint(providerId, number?.id ?? 0, stage.senior.actor), /ya se había/)
    assert.isFalse((await listHints(providerId)).some(({ what }) => what === 'Número'))
    assert.equal(await forgetAllHints(providerId, stage.senior.actor), hints.length - 1)
    const again = await taken(layout.draw(second, mark), stage)
    assert.isNull(again.providerId)
    const events = await rows<{ userId: number }>(
      `select user_id from audit_events where object_type = 'provider' and object_id = :providerId and event = 'provider.reading_forgotten'`,
      { providerId }
    )
    assert.deepEqual(events, [{ userId: stage.senior.id }, { userId: stage.senior.id }])
  }).timeout(120_000)

  test('what a wrong supplier was taught is taken back when the invoice goes to the right one', async ({
    assert,
  }) => {
    const layout = layouts[1] as Layout
    const { stage, mark, providerId, values } = await learn(layout)
    const invoice = await taken(layout.draw(values[0] as Values, mark), stage)

    await changeProvider({
      ...(await form(invoice.id, stage.accountant)),
      providerId: stage.provider.id,
      reason: 'Es el del documento',
    })
    assert.isNotEmpty(await listHints(stage.provider.id))
    await changeProvider({
      ...(await form(invoice.id, stage.accountant)),
      providerId,
      reason: 'Es el del documento',
    })

    assert.isEmpty(await listHints(stage.provider.id))
    assert.isNotEmpty(await listHints(providerId))
  }).timeout(120_000)

  test('an account is never learned: a new one of a known supplier is an alarm', async ({ assert }) => {
    const layout = layouts[2] as Layout
    const { stage, mark, values } = await learn(layout)
    const providerId = stage.provider.id
    const draw = (index: number, iban: string): Cell[] => [
      ...layout.draw(values[index] as Values, mark),
      [50, 600, 10, `IBAN ${iban}`],
    ]
    const other = makeIban()
    await correct(await taken(draw(0, other), stage), values[0] as Values, providerId, stage)
    await correct(await taken(draw(1, other), stage), values[1] as Values, providerId, stage)

    const third = await taken(draw(2, other), stage)

    assert.equal(third.providerId, providerId)
    assert.equal(third.ibanDetected, other)
    assert.isNull(
      await row(
        `select 1 as found from reading_hints where provider_id = :providerId and value like '%' || :other || '%'`,
        {
          providerId,
          other,
        }
      )
    )
    const { codes } = await oneRow<{ codes: string[] }>(
      `select array(select jsonb_array_elements(reading -> 'alarms') ->> 'code') as codes from invoices where id = :id`,
      { id: third.id }
    )
    assert.include(codes, 'provider_iban_unknown')
    const { open } = await oneRow<{ open: number }>(
      `select count(*)::int as open from invoice_alarms where invoice_id = :id and severity in ('high', 'blocking')`,
      { id: third.id }
    )
    assert.isAbove(open, 0)
  }).timeout(120_000)
})

import { test } from '@japa/runner'
import { aboutInvoice, alarmsOfInvoice, alarmsOfPages } from '#app/reading/alarms_of_invoice'
import type { ReadResult } from '#app/reading/reading_types'

const missing = { code: 'total_missing', message: 'No se ha podido leer el total.' }
const differs = { code: 'verifactu_qr_differs', message: 'El código QR no coincide con lo impreso.' }
const cut = { code: 'pages_not_read', message: 'Hay páginas sin leer.' }

/** A file of two invoices, the first on one page, the second on two. */
const file = {
  alarms: [...aboutInvoice([missing], 0), ...aboutInvoice([missing, differs], 1), cut],
  invoices: [{ pages: [1] }, { pages: [2, 3] }],
} as Pick<ReadResult, 'alarms' | 'invoices'>

test.group('Alarms of a file with several invoices', () => {
  test('each invoice has its own and those of the whole file', ({ assert }) => {
    assert.deepEqual(alarmsOfInvoice(file, 0), [missing, cut])
    assert.deepEqual(alarmsOfInvoice(file, 1), [missing, differs, cut])
  })

  test('a part of the pages keeps what was compared on them, and nothing that follows from fields read anew', ({
    assert,
  }) => {
    assert.deepEqual(alarmsOfPages(file, [1]), [cut])
    assert.deepEqual(alarmsOfPages(file, [3]), [differs, cut])
  })
})

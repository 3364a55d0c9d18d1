import { readdir, readFile } from 'node:fs/promises'
import type { Actor } from '#app/audit/record_event'
import { registerPublicInvoice } from '#app/invoices/intake/register_public_invoice'
import { registerUpload } from '#app/invoices/intake/register_upload'
import { calendarDate } from '#app/kernel/time/calendar_date'

const FOLDER = new URL('../files/', import.meta.url)

/** Real documents that are read when the product starts: text, scans and a photograph. */
export async function uploadDemoFiles(actor: Actor): Promise<void> {
  const names = (await readdir(FOLDER)).filter((name) => /\.(pdf|jpg)$/.test(name)).sort()
  for (const name of names) {
    if (name === PUBLIC_FILE) {
      await sendOverPublicPage()
      continue
    }
    await registerUpload(
      {
        name,
        bytes: await readFile(new URL(name, FOLDER)),
        siteId: null,
        priority: 'normal',
        source: 'upload',
      },
      actor
    )
  }
}

const PUBLIC_FILE = 'limpieza-1.pdf'

/** One comes over the public page, with two digits of its total the wrong way round, and waits to be accepted. */
async function sendOverPublicPage(): Promise<void> {
  await registerPublicInvoice({
    siteId: null,
    file: { name: PUBLIC_FILE, bytes: await readFile(new URL(PUBLIC_FILE, FOLDER)) },
    attachments: [],
    email: 'facturacion@higialia.example',
    declared: {
      customerTaxId: 'B88044177',
      providerTaxId: 'B84551209',
      providerName: 'Servicios Integrales Higialia, S.L.',
      invoiceNumber: 'HG26-3301',
      issuedOn: calendarDate('2026-04-15'),
      totalMinor: 1_008_692,
      concept: 'Limpieza de abril',
    },
    stamp: 'demo',
    actor: { userId: null, kind: 'public', ip: '203.0.113.7' },
  })
}

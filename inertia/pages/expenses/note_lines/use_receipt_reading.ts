import { useState } from 'react'
import { decimalText } from '#app/kernel/money/amount_text'
import type { MoneyValue } from '~/kit/money'
import { callServer } from '~/plain_call'
import type { NoteLine } from './note_line_values'
import { shrinkPicture } from './shrink_picture'

type Reading = {
  spent_on: string | null
  total: MoneyValue | null
  vat: MoneyValue | null
  vat_rate: number | null
  supplier_name: string | null
  supplier_tax_id: string | null
  invoice_number: string | null
}

export type ReadingState = 'idle' | 'reading' | 'read' | 'unread'

/** Takes photographs into a line and fills in what is empty yet from the first one; nothing typed is touched. */
export function useReceiptReading(url: string, stamp: string | null) {
  const [state, setState] = useState<ReadingState>('idle')
  async function take(line: NoteLine, files: File[], onChange: (change: Partial<NoteLine>) => void) {
    const small = await Promise.all(files.map(shrinkPicture))
    onChange({ files: small })
    const [first] = small
    if (!first || line.files.length > 0 || line.total !== '') return
    setState('reading')
    const reading = await ask(url, stamp, first)
    setState(reading?.total ? 'read' : 'unread')
    if (reading) onChange(proposed(line, reading))
  }
  return { state, take }
}

async function ask(url: string, stamp: string | null, file: File): Promise<Reading | null> {
  const form = new FormData()
  form.append('file', file)
  if (stamp !== null) form.append('stamp', stamp)
  try {
    const answer = await callServer('POST', url, form)
    return ((await answer.json()) as { data: Reading | null }).data
  } catch {
    // Whoever may not have it read, or too often, types it: the form goes on.
    return null
  }
}

/** A printed VAT and number mean a proper invoice only where the supplier names itself. */
function proposed(line: NoteLine, reading: Reading): Partial<NoteLine> {
  const amountOf = (value: MoneyValue | null) =>
    value === null ? '' : decimalText(value.minor, value.currency)
  return {
    ...(reading.spent_on ? { spent_on: reading.spent_on } : {}),
    ...(reading.total ? { total: amountOf(reading.total), currency: reading.total.currency } : {}),
    vat: line.vat || amountOf(reading.vat),
    vat_rate: line.vat_rate ?? (reading.vat_rate === null ? null : String(reading.vat_rate)),
    supplier_name: line.supplier_name || (reading.supplier_name ?? ''),
    supplier_tax_id: line.supplier_tax_id || (reading.supplier_tax_id ?? ''),
    invoice_number: line.invoice_number || (reading.invoice_number ?? ''),
  }
}

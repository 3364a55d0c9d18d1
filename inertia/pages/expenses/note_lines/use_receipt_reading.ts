import { useState } from 'react'
import { decimalText } from '#app/kernel/money/amount_text'
import type { MoneyValue } from '~/kit/money'
import { callServer } from '~/plain_call'
import type { NoteLine } from './note_line_values'
import { shrinkPicture } from './shrink_picture'

type Reading = {
  spentOn: string | null
  total: MoneyValue | null
  vat: MoneyValue | null
  vatRate: number | null
  supplierName: string | null
  supplierTaxId: string | null
  invoiceNumber: string | null
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
    ...(reading.spentOn ? { spentOn: reading.spentOn } : {}),
    ...(reading.total ? { total: amountOf(reading.total), currency: reading.total.currency } : {}),
    vat: line.vat || amountOf(reading.vat),
    vatRate: line.vatRate ?? (reading.vatRate === null ? null : String(reading.vatRate)),
    supplierName: line.supplierName || (reading.supplierName ?? ''),
    supplierTaxId: line.supplierTaxId || (reading.supplierTaxId ?? ''),
    invoiceNumber: line.invoiceNumber || (reading.invoiceNumber ?? ''),
  }
}

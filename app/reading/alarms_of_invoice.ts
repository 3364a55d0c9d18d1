import type { ReadAlarm, ReadResult } from '#app/reading/reading_types'

/** Alarms about one invoice of a file, with which one it is: the others of the file have nothing to do with them. */
export const aboutInvoice = (alarms: readonly ReadAlarm[], invoice: number): ReadAlarm[] =>
  alarms.map((alarm) => ({ ...alarm, invoice }))

/** What the reading tells of one invoice of a file: its own alarms and those about the file as a whole. */
export const alarmsOfInvoice = ({ alarms }: Pick<ReadResult, 'alarms'>, index: number): ReadAlarm[] =>
  alarms
    .filter(({ invoice }) => invoice === undefined || invoice === index)
    .map(({ invoice: _, ...alarm }) => alarm)

/** Told by what was compared with the print; the other alarms of an invoice follow from its fields alone. */
const COMPARED = /^(xml_|signature_|xades_|qr_|verifactu_)/

/**
 * What the reading of a whole file still tells of a part of its pages that is read anew: what is about the file, and what
 * came of comparing invoices that had some of these pages.
 */
export const alarmsOfPages = (
  { alarms, invoices }: Pick<ReadResult, 'alarms' | 'invoices'>,
  pages: readonly number[]
): ReadAlarm[] =>
  alarms.flatMap(({ invoice, ...alarm }) => {
    if (invoice === undefined) return [alarm]
    const own = invoices[invoice]?.pages ?? []
    return COMPARED.test(alarm.code) && own.some((page) => pages.includes(page)) ? [alarm] : []
  })

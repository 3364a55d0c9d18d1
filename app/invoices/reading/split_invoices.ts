import { codeRun } from '#app/invoices/reading/candidates/code_text'
import { findTaxIds } from '#app/invoices/reading/candidates/find_tax_ids'
import { findLabels } from '#app/invoices/reading/labels/find_labels'
import { buildLayout } from '#app/invoices/reading/layout/build_layout'
import type { DocumentLayout } from '#app/invoices/reading/layout/layout_types'

export type InvoicePart = { layout: DocumentLayout; pages: number[] }

/**
 * Parts a file that holds several invoices: a new one begins on the page where another invoice number stands behind a
 * number label. Pages without a number belong to the invoice before.
 */
export function splitInvoices(layout: DocumentLayout): InvoicePart[] {
  const allPages = layout.pages.map((_, page) => page)
  const numbers = allPages.map((page) => numbersOn(layout, page))
  const starts = allPages.filter((page) => page === 0 || beginsAnother(page, numbers, layout))
  if (starts.length === 1) return [{ layout, pages: allPages.map((page) => page + 1) }]
  return starts.map((start, index) => {
    const pages = allPages.filter((page) => page >= start && page < (starts[index + 1] ?? allPages.length))
    return { layout: onlyPages(layout, pages), pages: pages.map((page) => page + 1) }
  })
}

function beginsAnother(page: number, numbers: Set<string>[], layout: DocumentLayout): boolean {
  const own = numbers[page] ?? new Set<string>()
  const earlier = numbers.slice(0, page).findLast((one) => one.size > 0)
  if (own.size === 0 || !earlier) return false
  const isRepeated = [...own].some((number) => earlier.has(number))
  return !isRepeated && findTaxIds(layout).some((id) => id.page === page && id.isValid)
}

/** The codes that follow a label of invoice numbers in the upper half of a page. */
function numbersOn(layout: DocumentLayout, page: number): Set<string> {
  const labels = findLabels({ ...layout, lines: layout.lines.filter((line) => line.page === page) })
  const found = labels
    .filter(
      (label) =>
        label.kinds.includes('invoiceNumber') && !label.kinds.includes('rectifiedNumber') && label.y0 < 700
    )
    .flatMap((label) => {
      const last = label.words.at(-1)
      const words = last ? label.segment.words.slice(label.segment.words.indexOf(last) + 1) : []
      const run = codeRun(words, 0)
      return run.length > 0 ? [run.map((word) => word.text).join('')] : []
    })
  return new Set(found)
}

/** The same words with pages counted anew and their own lines; the sizes of the other pages go. */
function onlyPages(layout: DocumentLayout, pages: number[]): DocumentLayout {
  const words = layout.words
    .filter((word) => pages.includes(word.page))
    .map((word) => ({ ...word, page: pages.indexOf(word.page) }))
  const sizes = pages.flatMap((page) => layout.pages[page] ?? [])
  return buildLayout(words, sizes, layout.source)
}

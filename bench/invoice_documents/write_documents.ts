import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { designOf, isRoll } from './compose.js'
import { DAMAGES, type Damage, DPI, damagePage, movePlaces, scannedPdf } from './damage.js'
import { expectedOf } from './expected.js'
import { CUSTOMERS } from './identities.js'
import { halfOf, type LayoutPlan, layoutPlans, siblingPlans } from './layouts.js'
import { widePlans } from './layouts_wide.js'
import { makeInvoice } from './make_invoice.js'
import { Printer } from './print.js'
import { Random } from './random.js'
import { makeSupplier } from './supplier.js'

export const SEED = 'caudal-2026'
/** Every so many layouts send several invoices in one file. */
const SEVERAL_EVERY = 15
/** Sets with a seed and layouts of their own. */
const FURTHER_SETS: Record<string, FurtherSet> = {
  sibling: { seed: 'caudal-siblings-2026', plans: siblingPlans },
  wide: { seed: 'caudal-wide-2026', plans: widePlans },
}
interface FurtherSet {
  seed: string
  plans: () => LayoutPlan[]
}
const HALVES = ['develop', 'held_back'] as const

/** Writes two invoices of every layout into `folder/develop` and `folder/held_back`: one as text, the other mostly as a picture. */
export async function writeDocuments(
  folder: string,
  chromiumPath: string,
  onDone: (file: string) => void,
  only = ''
): Promise<number> {
  for (const half of HALVES) {
    if (!only) rmSync(join(folder, half), { recursive: true, force: true })
    mkdirSync(join(folder, half), { recursive: true })
  }
  const printer = await Printer.open(chromiumPath)
  const half = halfOf(SEED)
  let written = 0
  try {
    for (const [at, plan] of layoutPlans().entries()) {
      if (only && !plan.id.includes(only)) continue
      for (const [copy, damage] of [null, damageOf(at)].entries()) {
        const file = await writeDocument(printer, plan, copy, damage, join(folder, half(plan.id)))
        written++
        onDone(file)
      }
    }
    for (const [name, set] of Object.entries(FURTHER_SETS))
      if (!only || only === name) written += await writeSet(printer, set, join(folder, name), onDone)
    if (!only || only === 'pictures')
      written += await writePictures(printer, join(folder, 'held_back_pictures'), onDone)
    if (!only || only === 'several') written += await writeSeveral(printer, folder, onDone)
  } finally {
    await printer.close()
  }
  for (const name of HALVES) writeFileSync(join(folder, name, 'README.txt'), readmeOf(name))
  return written
}

/** Every layout of a set once as text and once as a picture, of every kind in turn. */
async function writeSet(
  printer: Printer,
  set: FurtherSet,
  folder: string,
  onDone: (file: string) => void
): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const plans = set.plans()
  for (const [at, plan] of plans.entries()) {
    const damages = [null, isRoll(plan.frame) ? 'photo' : (DAMAGES[at % DAMAGES.length] ?? null)] as const
    for (const [copy, damage] of damages.entries())
      onDone(await writeDocument(printer, plan, copy, damage, folder, set.seed))
  }
  return plans.length * 2
}

/** A third invoice of every layout that is held back, as a picture: what pictures are worth is fitted on more of them. */
async function writePictures(
  printer: Printer,
  folder: string,
  onDone: (file: string) => void
): Promise<number> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const half = halfOf(SEED)
  const plans = layoutPlans().filter(({ id }) => half(id) === 'held_back')
  for (const [at, plan] of plans.entries()) {
    const damage = isRoll(plan.frame) ? 'photo' : (DAMAGES[at % DAMAGES.length] ?? null)
    onDone(await writeDocument(printer, plan, 2, damage, folder))
  }
  return plans.length
}

/** Seven of nine second invoices are pictures, of every kind in turn. */
const damageOf = (at: number): Damage | null =>
  at % 9 === 4 || at % 9 === 7 ? null : (DAMAGES[(at * 3 + Math.floor(at / 8)) % DAMAGES.length] ?? null)

async function writeDocument(
  printer: Printer,
  plan: LayoutPlan,
  copy: number,
  damage: Damage | null,
  folder: string,
  seed = SEED
): Promise<string> {
  const supplier = makeSupplier(
    new Random(`${seed}:${plan.id}:supplier`),
    plan.language,
    plan.trade,
    plan.flags,
    plan.issuer,
    plan.numberShape
  )
  const random = new Random(`${seed}:${plan.id}:${copy}`)
  const invoice = makeInvoice(random, supplier)
  const printed = await printer.print([invoice], plan, designOf(seed, plan), damage && DPI[damage])
  const isPhoto = damage?.startsWith('photo') && damage !== 'photocopy' && printed.pages === 1
  const name = `gen-${plan.id}-${copy + 1}${damage ? `-${damage}` : ''}`
  const file = `${name}.${isPhoto ? 'jpg' : 'pdf'}`
  let places = printed.places
  let content = printed.pdf
  if (damage) {
    const pictures = []
    for (const picture of printed.pictures) pictures.push(await damagePage(picture, damage, random))
    places = movePlaces(
      places,
      pictures.map(({ map }) => map)
    )
    content = isPhoto ? (pictures[0]?.jpeg ?? content) : await scannedPdf(pictures, DPI[damage])
  }
  writeFileSync(join(folder, file), content)
  writeFileSync(
    join(folder, `${name}.expected.json`),
    `${JSON.stringify(expectedOf(file, plan, invoice, { ...printed, places }, damage), null, 1)}\n`
  )
  return file
}

/** Files that hold two or three invoices, as suppliers send them at the end of a month. */
async function writeSeveral(
  printer: Printer,
  folder: string,
  onDone: (file: string) => void
): Promise<number> {
  mkdirSync(join(folder, 'several'), { recursive: true })
  const chosen = layoutPlans().filter(({ frame }, at) => at % SEVERAL_EVERY === 3 && frame !== 'ticket')
  for (const [at, plan] of chosen.entries()) {
    const supplier = makeSupplier(
      new Random(`${SEED}:${plan.id}:several`),
      plan.language,
      plan.trade,
      plan.flags
    )
    const invoices = Array.from({ length: 2 + (at % 2) }, (_, copy) =>
      makeInvoice(new Random(`${SEED}:${plan.id}:several:${copy}`), supplier)
    )
    const { pdf, ...printed } = await printer.print(invoices, plan, designOf(SEED, plan), null)
    const file = `gen-${plan.id}-several.pdf`
    const [first, ...others] = invoices.map((invoice) =>
      expectedOf(file, plan, invoice, { ...printed, places: {} }, null)
    )
    writeFileSync(join(folder, 'several', file), pdf)
    writeFileSync(
      join(folder, 'several', file.replace('.pdf', '.expected.json')),
      `${JSON.stringify({ ...first, others }, null, 1)}\n`
    )
    onDone(file)
  }
  return chosen.length
}

function readmeOf(half: string): string {
  return `Invoices that bench/invoice_documents wrote (seed ${SEED}), half "${half}" by layout. All companies and persons are invented.
${half === 'develop' ? 'Failures may be looked at by whoever works on the reader.' : 'Only the figures of the whole may be looked at: it is the honest half. Do not open its documents to improve the reader.'}

gen-<layout>-<frame>-<copy>[-<damage>].pdf|jpg with .expected.json beside it, the schema of the samples; extra key "layout".
Copies 1 and 2 of a layout come from one supplier. "hard" holds the traps: debit (masked account of the customer), two_ibans,
third (valid tax id of a third party), previous (earlier balance), paid (advance deducted after the total), advance_line,
notes (delivery notes with subtotals), long (several pages with carried sums), re, igic, ipsi, w7/w15/w19 (withholding),
suplidos, credit (+ positive: printed without sign, + substitution), reverse, exempt, simplified/included (ticket),
brand (the logo says another name), global_discount, line_discounts, no_due, no_iban. Two accounts: providerIban is not scored.
A photograph with orientation 6 in its head is named photo_exif; upside_down stays upside down.

Own companies that are billed: ${CUSTOMERS.map(({ name, taxId }) => `${name} ${taxId}`).join('; ')}
Score: node score.mjs predictions.jsonl --expected <this folder> --details
`
}

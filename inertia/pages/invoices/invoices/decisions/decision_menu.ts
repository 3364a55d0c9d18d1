import type { MenuAction } from '~/kit/page_head'
import { openOriginal } from '../document/open_original'
import type { ReviewPage } from '../review/review_types'
import type { PlainDecision } from './decisions'
import { nextStep } from './next_step'

type Entry = { label: string; transition: string; decision: PlainDecision; isDangerous?: boolean }

const entries: Entry[] = [
  { label: 'Contabilizar directo', transition: 'book_directly', decision: 'book_directly' },
  { label: 'Cancelar la lectura', transition: 'cancel_reading', decision: 'cancel_reading' },
  { label: 'Devolver', transition: 'return', decision: 'return' },
  { label: 'Disputar', transition: 'dispute', decision: 'dispute' },
  { label: 'Liberar retención', transition: 'release_retention', decision: 'release_retention' },
  { label: 'Hay que pagar lo dado por pagado', transition: 'release_prior', decision: 'release_prior' },
  { label: 'Recuperar', transition: 'recover', decision: 'recover' },
  { label: 'Leer de nuevo', transition: 'analyse', decision: 'reread' },
  { label: 'Rechazar', transition: 'reject', decision: 'reject', isDangerous: true },
  { label: 'Descontabilizar', transition: 'unbook', decision: 'unbook', isDangerous: true },
  { label: 'Anular', transition: 'cancel', decision: 'cancel', isDangerous: true },
]

type Choices = {
  onDecide: (decision: PlainDecision) => void
  onOpen: (sheet: 'duplicate' | 'divide' | 'join') => void
}

/** What else may be done with the invoice in its state, behind the menu. */
export function decisionMenu(page: ReviewPage, { onDecide, onOpen }: Choices): MenuAction[] {
  const { invoice } = page
  const next = nextStep(page).action?.name
  const isOffered = (transition: string) => invoice.actions.includes(transition)
  const offered = entries.filter(
    (entry) =>
      isOffered(entry.transition) &&
      !(entry.transition === 'analyse' && !hasDocument(page)) &&
      entry.decision !== next &&
      !(entry.decision === 'book_directly' && invoice.directLimit === null)
  )
  const menu: MenuAction[] = offered.map(({ label, decision, isDangerous }) => ({
    label,
    isDangerous,
    onSelect: () => onDecide(decision),
  }))
  const duplicate: MenuAction[] =
    isOffered('mark_duplicate') && page.provider !== null
      ? [{ label: 'Marcar duplicada', onSelect: () => onOpen('duplicate') }]
      : []
  const isPaged = isOffered('read_pages') && page.document !== null
  const paging: MenuAction[] = [
    ...(isPaged && (page.document?.numbers.length ?? 0) > 1
      ? [{ label: 'Dividir', onSelect: () => onOpen('divide') }]
      : []),
    ...(isPaged && page.parts.length > 0 ? [{ label: 'Unir páginas', onSelect: () => onOpen('join') }] : []),
  ]
  return [
    ...(hasDocument(page) ? [{ label: 'Descargar original', onSelect: () => openOriginal(invoice.id) }] : []),
    ...paging,
    ...duplicate,
    ...menu,
  ]
}

/** Without a file there is nothing to download, nor to read again. */
export const hasDocument = ({ files }: ReviewPage): boolean =>
  files.some(({ kind }) => kind === 'original' || kind === 'attachment')

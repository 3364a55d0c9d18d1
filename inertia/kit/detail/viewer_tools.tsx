import { ActionIcon } from '@mantine/core'
import { type Icon, IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import type { DocumentView } from '~/kit/detail/use_document_view'
import styles from './viewer.module.css'

/** Turns the pages of a document and enlarges them. */
export function ViewerTools({ view }: { view: DocumentView }) {
  const { page, pageCount, turn, enlarge, fit } = view
  const percent = Math.round(view.zoom * 100)
  return (
    <div className={styles.tools}>
      <ToolButton
        label="Página anterior"
        icon={IconChevronLeft}
        isDisabled={page <= 1}
        onClick={() => turn(page - 1)}
      />
      <span className="num" role="status">
        {pageCount === 0 ? 0 : page} / {pageCount}
      </span>
      <ToolButton
        label="Página siguiente"
        icon={IconChevronRight}
        isDisabled={page >= pageCount}
        onClick={() => turn(page + 1)}
      />
      <span className={styles.gap} />
      <ToolButton
        label="Alejar"
        icon={IconZoomOut}
        isDisabled={view.isSmallest}
        onClick={() => enlarge(-1)}
      />
      <button
        type="button"
        className={`${styles.zoom} num`}
        onClick={fit}
        aria-label={`Ampliación ${percent} %, pulse para ajustar al ancho`}
      >
        {percent} %
      </button>
      <ToolButton label="Acercar" icon={IconZoomIn} isDisabled={view.isLargest} onClick={() => enlarge(1)} />
    </div>
  )
}

type ToolButtonProps = { label: string; icon: Icon; isDisabled: boolean; onClick: () => void }

function ToolButton({ label, icon: Picture, isDisabled, onClick }: ToolButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Picture size={17} />
    </ActionIcon>
  )
}

import { Link } from '@inertiajs/react'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { urlFor } from '~/urls'
import styles from '../decisions/step.module.css'
import type { ReviewPage } from './review_types'

/** The invoices before and after it in the queue of its state. */
export function NeighbourLinks({ neighbours }: Pick<ReviewPage, 'neighbours'>) {
  const { previous, next } = neighbours
  return (
    <div className={styles.neighbours}>
      <Neighbour id={previous} label="Factura anterior (K)" icon={<IconChevronUp size={18} />} />
      <Neighbour id={next} label="Factura siguiente (J)" icon={<IconChevronDown size={18} />} />
    </div>
  )
}

function Neighbour({ id, label, icon }: { id: number | null; label: string; icon: ReactNode }) {
  if (id === null) {
    return (
      <ActionIcon variant="default" size={34} aria-label={label} disabled>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <ActionIcon
      component={Link}
      href={urlFor('invoices.show', { id })}
      variant="default"
      size={34}
      aria-label={label}
      title={label}
    >
      {icon}
    </ActionIcon>
  )
}

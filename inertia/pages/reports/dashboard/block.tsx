import { Deferred, router } from '@inertiajs/react'
import { Button, Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '~/kit/detail_page'
import styles from './dashboard.module.css'

type Props = { title: string; prop: string; actions?: ReactNode; children: ReactNode }

/** A block that comes after the page: its place is kept while it is read, and when it fails only it can be asked for again. */
export function Block({ title, prop, actions, children }: Props) {
  return (
    <Section title={title} actions={actions}>
      <Deferred
        data={prop}
        fallback={<Skeleton height={150} aria-label={`Cargando ${title}`} />}
        rescue={<Failed prop={prop} />}
      >
        {children}
      </Deferred>
    </Section>
  )
}

function Failed({ prop }: { prop: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <p className={styles.none} role="alert">
      No se pudo cargar este bloque.{' '}
      <Button
        variant="default"
        size="compact-sm"
        loading={isAsking}
        onClick={() =>
          router.reload({ only: [prop], onStart: () => setAsking(true), onFinish: () => setAsking(false) })
        }
      >
        Reintentar
      </Button>
    </p>
  )
}

import { Deferred, router } from '@inertiajs/react'
import { Skeleton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Section } from '~/kit/detail/detail_page'
import { LoadFailure } from '~/kit/load_failure'

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
    <LoadFailure
      text="No se pudo cargar este bloque."
      isAsking={isAsking}
      askAgain={() =>
        router.reload({ only: [prop], onStart: () => setAsking(true), onFinish: () => setAsking(false) })
      }
    />
  )
}

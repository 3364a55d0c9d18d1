import { Link } from '@inertiajs/react'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { callServer } from '~/plain_call'
import { urlFor, withQuery } from '~/urls'
import styles from './providers.module.css'

type Found = { id: number; code: string; name: string; why: string }
type Props = { name: string; taxId: string; iban: string }

const WAIT_MS = 300

/** Suppliers that may be the one being typed, while it is typed. */
export function DuplicatePanel({ name, taxId, iban }: Props) {
  const [found, setFound] = useState<Found[]>([])
  const ask = useDebouncedCallback(async (query: Record<string, string>) => {
    try {
      const answer = await callServer('GET', withQuery(urlFor('providers.duplicates'), query))
      setFound(((await answer.json()) as { data: Found[] }).data)
    } catch (error) {
      console.error(error)
    }
  }, WAIT_MS)
  useEffect(() => {
    ask({ name, tax_id: taxId, iban })
  }, [ask, name, taxId, iban])
  return (
    <div aria-live="polite">
      {found.length > 0 ? (
        <div className={styles.stack}>
          <strong>Puede que ya exista</strong>
          <ul className={styles.found}>
            {found.map((provider) => (
              <li key={provider.id}>
                <Link href={urlFor('providers.edit', { id: provider.id })}>{provider.name}</Link>{' '}
                <span className={styles.small}>
                  {provider.code} · {provider.why}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

import { Link } from '@inertiajs/react'
import { countText, Instant } from '~/kit/day'
import { StatusBadge } from '~/kit/status_badge'
import { urlFor } from '~/urls'
import styles from './profiles.module.css'

export type ProfileCardData = {
  id: number
  name: string
  category: string
  account: string
  keywords: number
  priority: number
  matches30d: number
  corrections30d: number
  precision: number | null
  lastMatchedAt: string | null
  active: boolean
}

/** A profile at a glance: what it gives, how many words it has and how often people agreed with it. */
export function ProfileCard({ profile }: { profile: ProfileCardData }) {
  return (
    <article className={styles.card}>
      <div className={styles.candidateHead}>
        <h2>
          <Link href={urlFor('providers.profiles.show', { profile: profile.id })}>{profile.name}</Link>
        </h2>
        <StatusBadge
          tone={profile.active ? 'green' : 'grey'}
          label={profile.active ? 'Activo' : 'Inactivo'}
        />
      </div>
      <p>
        {profile.category} <span className={styles.quiet}>· {profile.account}</span>
      </p>
      <dl className={styles.figures}>
        <div>
          <dt>Palabras</dt>
          <dd className="num">{countText(profile.keywords)}</dd>
        </div>
        <div>
          <dt>Aciertos 30 d</dt>
          <dd className="num">{countText(profile.matches30d)}</dd>
        </div>
        <div>
          <dt>Precisión</dt>
          <dd className="num">{profile.precision === null ? '–' : `${profile.precision} %`}</dd>
        </div>
      </dl>
      <p className={styles.quiet}>
        {profile.lastMatchedAt ? (
          <>
            Última línea: <Instant value={profile.lastMatchedAt} />
          </>
        ) : (
          'Aún no ha clasificado ninguna línea.'
        )}
      </p>
    </article>
  )
}

import { Link, router } from '@inertiajs/react'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { countText } from '~/kit/day'
import type { AuditEntry } from '~/kit/detail/audit_timeline'
import { DetailPage, Facts, Section } from '~/kit/detail/detail_page'
import { Timeline } from '~/kit/detail/timeline'
import { ConfirmAction, type Confirmation } from '~/kit/dialog/confirm_action'
import type { MenuAction } from '~/kit/page_head'
import { StatusBadge } from '~/kit/status_badge'
import { useShared } from '~/shared_props'
import { urlFor } from '~/urls'
import { DuplicateDialog } from './duplicate_dialog'
import type { ProfileHead } from './profile_head'
import { profileHistory } from './profile_history'
import {
  fieldNames,
  type Keyword,
  type Kind,
  kindNames,
  modeNames,
  type ProfileValues,
} from './profile_types'
import styles from './profiles.module.css'
import { Tester } from './tester'

type Suggestion = { id: number; text: string; corrections: number }
type Props = {
  profile: ProfileHead
  form: ProfileValues & { hiddenSites: number }
  record: { matches30d: number; corrections30d: number; events: AuditEntry[] }
  suggestions: Suggestion[]
}

const kinds: Kind[] = ['include', 'require', 'exclude']

export default function ProfileShow({ profile, form, record, suggestions }: Props) {
  const { sites } = useShared()
  const [isCopying, setIsCopying] = useState(false)
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const keys = { profile: profile.id }
  const back = profile.provider
    ? urlFor('providers.profiles.index', { id: profile.provider.id })
    : urlFor('profile-manager.index')
  return (
    <DetailPage
      title={form.name}
      subtitle={profile.provider?.name ?? 'De todos los proveedores'}
      status={
        <StatusBadge tone={form.active ? 'green' : 'grey'} label={form.active ? 'Activo' : 'Inactivo'} />
      }
      back={back}
      actions={
        profile.canWrite ? (
          <Button component={Link} href={urlFor('providers.profiles.edit', keys)}>
            Editar
          </Button>
        ) : null
      }
      menu={profileMenu(
        { profile, name: form.name },
        { copy: () => setIsCopying(true), confirm: setConfirmation }
      )}
      rail={
        <>
          <Section title="Resultado">
            <Facts facts={factsOf(profile, form, record)} />
          </Section>
          <Section title="Historial">
            <Timeline events={profileHistory(record.events)} />
          </Section>
        </>
      }
    >
      <Section title="Palabras clave">
        {kinds.map((kind) => (
          <Words key={kind} kind={kind} keywords={form.keywords.filter((word) => word.kind === kind)} />
        ))}
      </Section>
      {suggestions.length > 0 && profile.canWrite ? (
        <Suggestions suggestions={suggestions} profileId={profile.id} />
      ) : null}
      <Tester
        title="Probador de conceptos"
        help="Qué recibiría una línea con los perfiles de ahora."
        url={urlFor('providers.profiles.test')}
        provider={profile.provider}
        sites={sites}
      />
      {isCopying ? (
        <DuplicateDialog profile={{ id: profile.id, name: form.name }} onClose={() => setIsCopying(false)} />
      ) : null}
      <ConfirmAction confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </DetailPage>
  )
}

type Named = { profile: ProfileHead; name: string }
type On = { copy: () => void; confirm: (confirmation: Confirmation) => void }

/** What else may be done with the profile. */
function profileMenu({ profile, name }: Named, { copy, confirm }: On): MenuAction[] {
  const remove: MenuAction = {
    label: 'Eliminar',
    isDangerous: true,
    onSelect: () =>
      confirm({
        title: 'Eliminar el perfil',
        question: `«${name}» se eliminará con sus palabras clave.`,
        submitLabel: 'Eliminar',
        isDangerous: true,
        url: urlFor('providers.profiles.destroy', { profile: profile.id }),
        method: 'delete',
      }),
  }
  return [{ label: 'Duplicar', onSelect: copy }, ...(profile.canWrite ? [remove] : [])]
}

function Words({ kind, keywords }: { kind: Kind; keywords: Keyword[] }) {
  if (keywords.length === 0) return null
  return (
    <>
      <h3 className={styles.kind}>{kindNames[kind]}</h3>
      <div className={styles.chips}>
        {keywords.map((word) => (
          <span key={word.id} className={styles.chip} data-kind={kind} title={modeNames[word.mode]}>
            {word.text}
            {kind === 'include' ? <span className="num"> {word.weight}</span> : null}
            {word.field ? (
              <span className={styles.quiet}> {fieldNames[word.field].toLocaleLowerCase('es')}</span>
            ) : null}
          </span>
        ))}
      </div>
    </>
  )
}

type SuggestionsProps = { suggestions: Suggestion[]; profileId: number }

function Suggestions({ suggestions, profileId }: SuggestionsProps) {
  return (
    <Section title="Palabras sugeridas">
      <p className={styles.quiet}>
        Aparecen en líneas que alguien reclasificó a este perfil. No se aplican solas.
      </p>
      <div className={styles.chips}>
        {suggestions.map((suggestion) => (
          <SuggestedWord key={suggestion.id} suggestion={suggestion} profileId={profileId} />
        ))}
      </div>
    </Section>
  )
}

function SuggestedWord({ suggestion, profileId }: { suggestion: Suggestion; profileId: number }) {
  const { id, text, corrections } = suggestion
  const word: Keyword = { kind: 'include', mode: 'word', text, weight: 50, field: null }
  return (
    <span className={styles.chip}>
      {text} <span className={styles.quiet}>{countText(corrections)} correcciones</span>{' '}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Añadir ${text}`}
        onClick={() =>
          router.post(
            urlFor('providers.profiles.keywords.store', { profile: profileId }),
            { keywords: [word] },
            { preserveScroll: true }
          )
        }
      >
        Añadir
      </Button>{' '}
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={`Descartar ${text}`}
        onClick={() =>
          router.delete(
            urlFor('providers.profiles.suggestions.destroy', { profile: profileId, suggestion: id }),
            { preserveScroll: true }
          )
        }
      >
        Descartar
      </Button>
    </span>
  )
}

function factsOf(profile: ProfileHead, form: Props['form'], record: Props['record']) {
  return [
    { label: 'Categoría', value: profile.category },
    { label: 'Cuenta', value: form.ledgerAccountCode || 'La de su categoría' },
    { label: 'Puntuación mínima', value: <span className="num">{form.minScore}</span> },
    { label: 'Prioridad', value: <span className="num">{form.priority}</span> },
    {
      label: 'Dónde se busca',
      value: form.matchFields.map((field) => fieldNames[field as keyof typeof fieldNames]).join(', '),
    },
    ...(form.siteIds.length + form.hiddenSites > 0
      ? [{ label: 'Empresas', value: countText(form.siteIds.length + form.hiddenSites) }]
      : []),
    { label: 'Aciertos 30 d', value: countText(record.matches30d) },
    { label: 'Correcciones 30 d', value: countText(record.corrections30d) },
    ...(profile.parent ? [{ label: 'Copiado de', value: profile.parent }] : []),
  ]
}

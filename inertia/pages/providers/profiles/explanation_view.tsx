import { StatusBadge } from '~/kit/status_badge'
import { type Candidate, type Explanation, fieldNames, type Hit, kindNames, modeNames } from './profile_types'
import styles from './profiles.module.css'

const points = (hundredths: number) =>
  (hundredths / 100).toLocaleString('es-ES', { maximumFractionDigits: 2 })

const verdicts = {
  matched: { tone: 'green' as const, label: 'Coincide' },
  ambiguous: { tone: 'amber' as const, label: 'Dudoso' },
  none: { tone: 'grey' as const, label: 'Ningún perfil' },
}

const reasons = {
  site: 'El perfil es de otras empresas.',
  amount: 'El importe está fuera de los límites del perfil.',
  required: 'Faltan palabras que exige.',
  excluded: 'Una palabra excluida lo descarta.',
}

/** Why a text gets what it gets: the text with what was found, the decision, and each profile's sum step by step. */
export function ExplanationView({ explanation }: { explanation: Explanation }) {
  const { decision, decisionReason, candidates, normalized } = explanation
  return (
    <div className={styles.stack}>
      <p className={styles.verdict}>
        <StatusBadge {...verdicts[decision]} /> {decisionReason}
      </p>
      <Marked explanation={explanation} />
      <p className={styles.quiet}>
        Se compara como «{normalized}»: en minúsculas, sin acentos ni signos y sin plurales.
      </p>
      <ol className={styles.candidates} aria-label="Perfiles comparados">
        {candidates.map((candidate) => (
          <li
            key={candidate.profileId}
            data-chosen={candidate.profileId === explanation.profileId || undefined}
          >
            <CandidateSteps candidate={candidate} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function CandidateSteps({ candidate }: { candidate: Candidate }) {
  const { name, score, minScore, eligible, ineligibleReason, hits, bonuses, missing, vetoedBy } = candidate
  return (
    <>
      <div className={styles.candidateHead}>
        <strong>{name}</strong>
        <span className="num">
          {points(score)} de {points(minScore)} puntos
        </span>
      </div>
      <ul className={styles.steps}>
        {hits.map((hit) => (
          <li key={`${hit.kind} ${hit.mode} ${hit.keyword} ${hit.field}`}>{hitText(hit)}</li>
        ))}
        {bonuses.map((bonus) => (
          <li key={bonus.name}>
            {bonus.name === 'own_provider'
              ? 'El perfil es de este proveedor'
              : 'Las tres últimas líneas parecidas lo tuvieron'}
            : +{points(bonus.points)}
          </li>
        ))}
        {missing.length > 0 ? <li>No aparece «{missing.join('», «')}», que el perfil exige.</li> : null}
        {vetoedBy ? <li>Aparece «{vetoedBy}», que el perfil excluye.</li> : null}
        {!eligible && ineligibleReason ? <li>{reasons[ineligibleReason]}</li> : null}
        {eligible && score < minScore ? <li>No alcanza su mínimo.</li> : null}
        {eligible && hits.length === 0 && bonuses.length === 0 ? (
          <li>Ninguna de sus palabras aparece.</li>
        ) : null}
      </ul>
    </>
  )
}

function hitText({ keyword, kind, mode, field, weight, factor, points: gained }: Hit): string {
  const where = `«${keyword}» (${modeNames[mode].toLocaleLowerCase('es')}) en ${fieldNames[field].toLocaleLowerCase('es')}`
  if (kind !== 'include') return `${kindNames[kind]} ${where}`
  const by = (factor / 100).toLocaleString('es-ES', { maximumFractionDigits: 2 })
  return `${where}: ${weight} × ${by} = ${points(gained)}`
}

/** The texts with what the profile at the top found in them. */
function Marked({ explanation }: { explanation: Explanation }) {
  const [first] = explanation.candidates
  const fields = Object.entries(explanation.fields) as [Hit['field'], { text: string }][]
  const shown = fields.filter(
    ([field]) => field === 'concept' || first?.hits.some((hit) => hit.field === field)
  )
  return shown.map(([field, { text }]) => (
    <p key={field} className={styles.marked}>
      {field === 'concept' ? null : <span className={styles.quiet}>{fieldNames[field]}: </span>}
      {partsOf(text, first?.hits.filter((hit) => hit.field === field) ?? []).map((part) =>
        part.kind ? (
          <mark key={part.from} data-kind={part.kind}>
            {part.text}
          </mark>
        ) : (
          <span key={part.from}>{part.text}</span>
        )
      )}
    </p>
  ))
}

type Part = { from: number; text: string; kind: Hit['kind'] | null }

/** A text cut where marks begin and end; of two on one another the first stays. */
function partsOf(text: string, hits: Hit[]): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const { span, kind } of hits.toSorted((a, b) => a.span[0] - b.span[0] || b.span[1] - a.span[1])) {
    const [from, to] = span
    if (from < at) continue
    if (from > at) parts.push({ from: at, text: text.slice(at, from), kind: null })
    parts.push({ from, text: text.slice(from, to), kind })
    at = to
  }
  if (at < text.length) parts.push({ from: at, text: text.slice(at), kind: null })
  return parts
}

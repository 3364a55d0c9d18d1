import { KeywordAdder } from './keyword_adder'
import { KeywordChip } from './keyword_chip'
import { keyOf } from './keyword_key'
import { type Keyword, type Kind, kindHelp, kindNames } from './profile_types'
import styles from './profiles.module.css'

type Props = {
  keywords: Keyword[]
  onChange: (keywords: Keyword[]) => void
  error?: string
  minScore: number
}

const kinds: Kind[] = ['include', 'require', 'exclude']
/** The keywords of a profile as chips, by what they do; a chip opens to its weight, mode and field. */
export function KeywordManager({ keywords, onChange, error, minScore }: Props) {
  const sum = keywords.reduce((total, one) => total + (one.kind === 'include' ? one.weight : 0), 0)

  return (
    <fieldset className={styles.keywords} data-field="keywords">
      <legend>Palabras clave</legend>
      <KeywordAdder keywords={keywords} onChange={onChange} error={error} />
      {kinds.map((one) => (
        <KindPart key={one} kind={one} keywords={keywords} onChange={onChange} />
      ))}
      <p className={styles.quiet}>
        Los pesos suman <span className="num">{sum}</span>; el mínimo es{' '}
        <span className="num">{minScore}</span>.
      </p>
    </fieldset>
  )
}

type PartProps = Pick<Props, 'keywords' | 'onChange'> & { kind: Kind }

function KindPart({ kind, keywords, onChange }: PartProps) {
  const own = keywords.filter((keyword) => keyword.kind === kind)
  return (
    <section aria-label={kindNames[kind]}>
      <h3 className={styles.kind}>
        {kindNames[kind]} <span className={styles.quiet}>{kindHelp[kind]}</span>
      </h3>
      <div className={styles.chips}>
        {own.map((keyword) => (
          <KeywordChip
            key={keyOf(keyword)}
            keyword={keyword}
            onChange={(next) => onChange(keywords.map((one) => (one === keyword ? next : one)))}
            onRemove={() => onChange(keywords.filter((one) => one !== keyword))}
          />
        ))}
        {own.length === 0 ? <span className={styles.quiet}>Ninguna</span> : null}
      </div>
    </section>
  )
}

import { DomainError } from '#app/kernel/domain_error'

/** Grey a draft, blue waiting for somebody, amber attention, green done, red refused or lost. */
export type Tone = 'grey' | 'blue' | 'amber' | 'green' | 'red'

export type WorkflowState = { label: string; tone?: Tone }

export type WorkflowTransition<State extends string, Role extends string = string> = {
  from: readonly State[]
  to: State
  label: string
  /** Who may make it; everybody the screen lets in when absent. */
  roles?: readonly Role[]
}

export type Workflow<State extends string, Transition extends string> = {
  readonly states: Readonly<Record<State, WorkflowState>>
  readonly transitions: Readonly<Record<Transition, WorkflowTransition<State>>>
  /** The state a transition leads to; DomainError `E_TRANSITION` when it does not start in this state. */
  next(state: State, transition: Transition): State
  /** Whether the transition starts in this state and, when a role is given, whether that role may make it. */
  can(state: State, transition: Transition, role?: string): boolean
  /** The transitions that start in this state, in the order of the table; only those of the role when one is given. */
  available(state: State, role?: string): Transition[]
  /** The Spanish name of a state. */
  label(state: State): string
  /** The colour of a state; grey unless the table says otherwise. */
  tone(state: State): Tone
  /** Whether a text, from a query string or a column, is a state of the table. */
  isState(text: string): text is State
}

/**
 * A state machine as a table: states with their Spanish names, transitions with where they start and end.
 * The same object guards the server, feeds the buttons and names the states.
 */
export function defineWorkflow<
  const States extends Record<string, WorkflowState>,
  const Transitions extends Record<string, WorkflowTransition<Extract<keyof NoInfer<States>, string>>>,
>(table: {
  states: States
  transitions: Transitions
}): Workflow<Extract<keyof States, string>, Extract<keyof Transitions, string>> & {
  readonly states: States
  readonly transitions: Transitions
} {
  type State = Extract<keyof States, string>
  type Transition = Extract<keyof Transitions, string>
  const { states, transitions } = table
  const stateOf = (state: State): WorkflowState => found(states, state)
  const transitionOf = (transition: Transition): WorkflowTransition<State> => found(transitions, transition)

  function can(state: State, transition: Transition, role?: string): boolean {
    const { from, roles } = transitionOf(transition)
    return from.includes(state) && (role === undefined || roles === undefined || roles.includes(role))
  }

  function next(state: State, transition: Transition): State {
    const { to, label } = transitionOf(transition)
    if (can(state, transition)) return to
    throw new DomainError(
      'E_TRANSITION',
      `No se puede «${label}»: el estado actual es «${stateOf(state).label}».`
    )
  }

  return {
    states,
    transitions,
    next,
    can,
    available: (state, role) =>
      (Object.keys(transitions) as Transition[]).filter((transition) => can(state, transition, role)),
    label: (state) => stateOf(state).label,
    tone: (state) => stateOf(state).tone ?? 'grey',
    isState: (text): text is State => Object.hasOwn(states, text),
  }
}

/** A name that is not in the table is a bug (a state the database check does not know), never an input error. */
function found<Value>(table: Record<string, Value>, name: string): Value {
  const value = Object.hasOwn(table, name) ? table[name] : undefined
  if (value === undefined) throw new RangeError(`«${name}» is not in the workflow`)
  return value
}

import { loadModule, parseSync } from 'libpg-query'
import { required } from '../../../contract/required.ts'
import { placement } from '../../db/citus/placement.ts'

await loadModule()

// biome-ignore lint/suspicious/noExplicitAny: the parser's tree is walked by the names of its nodes
type Tree = any

/** An item of a FROM clause and its alias: a table, or the rows of a subquery, CTE or function. */
interface Source {
  alias: string
  table?: string
}

/**
 * A SELECT, INSERT, UPDATE or DELETE query and the sources in its FROM clause. `outer` is the query that
 * contains this query as a subquery.
 */
interface Level {
  sources: Source[]
  outer: Level | undefined
  lateral: boolean
}

interface Column {
  source: Source
  name: string
}

/** Views that read distributed tables of Citus. */
const distributedViews = new Set(['row_count_unfolded'])

/**
 * Functions that CASE and COALESCE may call in a statement that changes a distributed table. All of them are
 * IMMUTABLE.
 */
const immutable = new Set(['lower', 'upper', 'jsonb_build_object'])

const tables = new RegExp([...Object.keys(placement), ...distributedViews].join('|'))

/**
 * Returns the reasons why Citus would reject a statement. The list is empty if Citus accepts the statement or
 * if the statement uses no distributed table.
 */
export function faultsOf(text: string): string[] {
  return [
    ...new Set((parseSync(text) as Tree).stmts.flatMap(({ stmt }: Tree) => new Statement().read(stmt))),
  ] as string[]
}

const passed = new Set<string>()

/** Throws if Citus would reject the statement. Each distinct statement is checked once. */
export function assertDistributable(text: string): void {
  if (passed.has(text) || !tables.test(text)) return
  const faults = faultsOf(text)
  if (faults.length) throw new Error(`Citus would refuse this statement: ${faults.join('; ')}\n${text}`)
  passed.add(text)
}

class Statement {
  private readonly faults: string[] = []
  /** Checks that run after all equality conditions of the statement have been collected. */
  private readonly checks: (() => void)[] = []
  private readonly parents = new Map<string, string>()
  private readonly names = new Map<Source, number>()
  private distributed = false

  read(stmt: Tree): string[] {
    this.query(stmt.ExplainStmt?.query ?? stmt, new Set(), undefined)
    for (const check of this.checks) check()
    return this.distributed ? this.faults : []
  }

  /** Analyzes a query and all its subqueries. */
  private query(node: Tree, outerCtes: ReadonlySet<string>, outer: Level | undefined, lateral = false): void {
    const stmt = node.SelectStmt ?? node.InsertStmt ?? node.UpdateStmt ?? node.DeleteStmt ?? node
    const level: Level = { sources: [], outer, lateral }
    const ctes = this.readCtes(stmt.withClause, outerCtes, outer)
    if (stmt.larg) {
      for (const arm of [stmt.larg, stmt.rarg]) this.query(arm, ctes, outer, lateral)
      return
    }
    const target =
      node.SelectStmt || !stmt.relation ? undefined : this.addTable(level, stmt.relation, new Set())
    const parts = [stmt.targetList, stmt.whereClause, stmt.havingClause, stmt.sortClause, stmt.groupClause]
    for (const item of [...(stmt.fromClause ?? []), ...(stmt.usingClause ?? [])])
      parts.push(...this.readFrom(item, level, ctes))
    for (const condition of [stmt.whereClause, ...parts.slice(5)]) this.equate(condition, level)
    const { onConflictClause, returningClause, valuesLists, cols } = stmt
    parts.push(onConflictClause, returningClause, valuesLists, cols)
    this.readExpressions(parts, level, ctes)
    if (node.InsertStmt && stmt.selectStmt) this.query(stmt.selectStmt, ctes, undefined)
    if (target && isDistributedTable(target))
      this.checkCalls([stmt.targetList, stmt.whereClause, onConflictClause])
    this.checks.push(() => this.checkLevel(level, stmt, parts))
  }

  private readCtes(
    clause: Tree,
    outerCtes: ReadonlySet<string>,
    outer: Level | undefined,
  ): ReadonlySet<string> {
    if (!clause) return outerCtes
    const ctes = new Set(outerCtes)
    for (const { CommonTableExpr: cte } of clause.ctes) {
      const recursive = clause.recursive && mentions(cte.ctequery, cte.ctename)
      if (recursive) ctes.add(cte.ctename)
      const before = this.names.size
      this.query(cte.ctequery, ctes, outer)
      const inside = [...this.names.keys()].slice(before)
      if (recursive)
        this.checks.push(() => {
          for (const source of inside.filter(isDistributedTable))
            if (!this.hasValue(source))
              this.faults.push(`recursion over ${source.table} without its ${keyOf(source)}`)
        })
      ctes.add(cte.ctename)
    }
    return ctes
  }

  /**
   * Adds the sources of an item of the FROM clause to `level`. Returns the conditions and expressions of the
   * item.
   */
  private readFrom(item: Tree, level: Level, ctes: ReadonlySet<string>): Tree[] {
    if (item.RangeVar) {
      this.addTable(level, item.RangeVar, ctes)
      return []
    }
    if (item.JoinExpr) {
      const { larg, rarg, quals, usingClause = [] } = item.JoinExpr
      const before = level.sources.length
      const left = this.readFrom(larg, level, ctes)
      const middle = level.sources.length
      const right = this.readFrom(rarg, level, ctes)
      for (const { String: column } of usingClause)
        for (const one of level.sources.slice(before, middle))
          for (const other of level.sources.slice(middle))
            this.unite(
              this.nodeOf({ source: one, name: column.sval }),
              this.nodeOf({ source: other, name: column.sval }),
            )
      return [...left, ...right, quals]
    }
    const alias = (item.RangeSubselect ?? item.RangeFunction)?.alias?.aliasname ?? ''
    if (item.RangeSubselect) {
      const { lateral, subquery } = item.RangeSubselect
      this.query(subquery, ctes, lateral ? level : level.outer, true)
    }
    this.add(level, { alias })
    return item.RangeFunction ? [item.RangeFunction.functions] : []
  }

  private addTable(level: Level, relation: Tree, ctes: ReadonlySet<string>): Source {
    const { relname, schemaname, alias } = relation
    const isTable = (schemaname || !ctes.has(relname)) && !distributedViews.has(relname)
    if (distributedViews.has(relname)) this.distributed = true
    return this.add(level, { alias: alias?.aliasname ?? relname, ...(isTable && { table: relname }) })
  }

  private add(level: Level, source: Source): Source {
    level.sources.push(source)
    this.names.set(source, this.names.size)
    if (isDistributedTable(source)) this.distributed = true
    return source
  }

  /** Analyzes the subqueries in expressions. */
  private readExpressions(node: Tree, level: Level, ctes: ReadonlySet<string>): void {
    if (!node || typeof node !== 'object') return
    if (node.SubLink) {
      this.readExpressions(node.SubLink.testexpr, level, ctes)
      this.query(node.SubLink.subselect, ctes, level)
      return
    }
    for (const child of Object.values(node)) this.readExpressions(child, level, ctes)
  }

  /** Records which columns must equal another column or a value according to the condition. */
  private equate(node: Tree, level: Level): void {
    if (!node) return
    if (node.BoolExpr?.boolop === 'AND_EXPR') for (const arg of node.BoolExpr.args) this.equate(arg, level)
    const { kind, name, lexpr, rexpr } = node.A_Expr ?? {}
    if (name?.[0]?.String?.sval !== '=' || (kind !== 'AEXPR_OP' && kind !== 'AEXPR_IN')) return
    const [left, right] = [lexpr, rexpr].map((side) => side.RowExpr?.args ?? side.List?.items ?? [side])
    if (left.length !== right.length) return
    left.forEach((each: Tree, index: number) => {
      const nodes = [each, right[index]].map((side) => this.nodeOfExpression(side, level))
      if (nodes[0] && nodes[1]) this.unite(nodes[0], nodes[1])
    })
  }

  private nodeOfExpression(node: Tree, level: Level): string | undefined {
    if (node.TypeCast) return this.nodeOfExpression(node.TypeCast.arg, level)
    if (node.ParamRef || node.A_Const) return 'value'
    const column = node.ColumnRef && this.resolve(node.ColumnRef, level)
    return column && this.nodeOf(column)
  }

  private resolve({ fields }: Tree, level: Level | undefined): Column | undefined {
    const names = fields.map((field: Tree) => field.String?.sval)
    const name = names.at(-1)
    // A single name can refer to a function in the FROM clause, because the function's column has the name of
    // the function's alias.
    if (names.length === 1)
      for (let at = level; at; at = at.outer) {
        const source = at.sources.find(({ table, alias }) => !table && alias === name)
        if (source) return { source, name }
      }
    for (let at = level; at; at = at.outer) {
      const found =
        names.length > 1
          ? at.sources.find(({ alias }) => alias === names.at(-2))
          : at.sources.length === 1
            ? at.sources[0]
            : at.sources.find((source) => keyOf(source) === name)
      if (found) return { source: found, name }
      if (names.length === 1 && at.sources.length) return undefined
    }
    return undefined
  }

  private nodeOf = ({ source, name }: Column): string => `${this.names.get(source)} ${name}`

  private rootOf(node: string): string {
    let root = node
    for (let next = this.parents.get(root); next; next = this.parents.get(root)) root = next
    return root
  }

  private unite(one: string, other: string): void {
    const [a, b] = [this.rootOf(one), this.rootOf(other)]
    if (a !== b) this.parents.set(a, b)
  }

  private keyNode = (source: Source): string =>
    this.rootOf(this.nodeOf({ source, name: required(keyOf(source), 'result of keyOf') }))

  private hasValue = (source: Source): boolean => this.keyNode(source) === this.rootOf('value')

  private isBeside = (one: Source, other: Source): boolean =>
    groupOf(one) === groupOf(other) && this.keyNode(one) === this.keyNode(other)

  private checkLevel(level: Level, stmt: Tree, parts: Tree[]): void {
    const spread = level.sources.filter(isDistributedTable)
    const whole = level.sources.filter(isCoordinatorTable)
    const [first] = spread
    if (level.outer && stmt.targetList === undefined && stmt.fromClause)
      this.faults.push('a subquery selects no column')
    if (first) {
      for (const other of spread.slice(1))
        if (!this.isBeside(first, other))
          this.faults.push(`join of ${first.table} and ${other.table} without their distribution key`)
      for (const { table } of whole)
        this.faults.push(`join of ${first.table} with ${table} of the coordinator`)
      if (stmt.lockingClause && !spread.every(this.hasValue))
        this.faults.push(`rows of ${first.table} are locked without its ${keyOf(first)}`)
    }
    for (const source of this.outerSources(parts, level)) {
      if (isDistributedTable(source)) {
        for (const { table } of whole)
          this.faults.push(`subquery of ${table} of the coordinator refers to ${source.table}`)
        if (first && !this.isBeside(first, source))
          this.faults.push(
            `subquery of ${first.table} refers to ${source.table} without their distribution key`,
          )
      } else if (first && !this.hasValue(first)) {
        if (isCoordinatorTable(source))
          this.faults.push(`subquery of ${first.table} refers to ${source.table} of the coordinator`)
        else if (!source.table && (!level.lateral || stmt.limitCount || stmt.limitOffset))
          this.faults.push(`subquery of ${first.table} refers to rows that are not of its shard`)
      }
    }
  }

  /** Returns the sources of outer queries that the expressions in this query refer to. */
  private outerSources(node: Tree, level: Level, found = new Set<Source>()): Set<Source> {
    if (!node || typeof node !== 'object' || node.SubLink) return found
    const source = node.ColumnRef && this.resolve(node.ColumnRef, level)?.source
    if (source && !level.sources.includes(source)) found.add(source)
    for (const child of Object.values(node)) this.outerSources(child, level, found)
    return found
  }

  /**
   * Adds a fault for each function call within CASE or COALESCE. Citus evaluates functions before it sends a
   * change to a shard, but it cannot evaluate functions within these expressions.
   */
  private checkCalls(node: Tree, within = false): void {
    if (!node || typeof node !== 'object' || node.SubLink) return
    const name: string | undefined = node.FuncCall?.funcname.at(-1).String.sval
    if (within && ((name && !immutable.has(name)) || node.SQLValueFunction))
      this.faults.push(`${name ?? 'current time'} in CASE or COALESCE`)
    const inside = within || !!node.CaseExpr || !!node.CoalesceExpr
    for (const child of Object.values(node)) this.checkCalls(child, inside)
  }
}

const spreadOf = ({ table }: Source) => {
  const lies = table ? placement[table] : undefined
  return typeof lies === 'object' ? lies : undefined
}
const keyOf = (source: Source): string | undefined => spreadOf(source)?.by
const groupOf = (source: Source): string | undefined => spreadOf(source)?.group
const isDistributedTable = (source: Source): boolean => spreadOf(source) !== undefined
const isCoordinatorTable = ({ table }: Source): boolean => !!table && !Object.hasOwn(placement, table)

function mentions(node: Tree, name: string): boolean {
  if (!node || typeof node !== 'object') return false
  return node.RangeVar?.relname === name || Object.values(node).some((child) => mentions(child, name))
}

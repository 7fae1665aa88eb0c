import type { CommonTableExpr, InsertStmt, MergeStmt, Node, RangeFunction, RangeVar, SelectStmt } from 'libpg-query';
import { ColumnValue } from './column-value.js';
import {
  allColumns,
  conjuncts,
  findColumn,
  nameOf,
  subqueriesIn,
  type DistributedTables,
  type Participant,
  type Relation,
  type Scope,
} from './relation-scope.js';

/** Two relations that one query combines. */
interface Join {
  left: Participant;
  right: Participant;
}

interface Output {
  columns: [name: string, value: ColumnValue][];
  participants: Participant[];
}

/** Reads the parse tree of one statement: which distributed tables it combines, and what it compares their columns with. */
export class StatementReader {
  readonly participants: Participant[] = [];
  readonly joins: Join[] = [];
  readonly problems: string[] = [];
  private readonly parameters = new Map<number, ColumnValue>();

  constructor(private readonly tables: DistributedTables) {}

  read(statement: Node, outer?: Scope): Output {
    if ('SelectStmt' in statement) return this.select(statement.SelectStmt, outer);
    if ('DeclareCursorStmt' in statement && statement.DeclareCursorStmt.query)
      return this.read(statement.DeclareCursorStmt.query, outer);
    if ('InsertStmt' in statement) return this.insert(statement.InsertStmt, outer);
    if ('MergeStmt' in statement) return this.merge(statement.MergeStmt, outer);
    if ('CopyStmt' in statement) return this.copy(statement.CopyStmt.relation);
    if ('UpdateStmt' in statement) {
      const { relation, fromClause, ...rest } = statement.UpdateStmt;
      return this.change(relation, fromClause, { ...rest, outer });
    }
    if ('DeleteStmt' in statement) {
      const { relation, usingClause, ...rest } = statement.DeleteStmt;
      return this.change(relation, usingClause, { ...rest, outer });
    }
    return { columns: [], participants: [] };
  }

  private select(select: SelectStmt, outer?: Scope): Output {
    const scope = this.scopeOf(select.withClause?.ctes, outer);
    if (select.larg && select.rarg) return this.union(this.select(select.larg, scope), this.select(select.rarg, scope));
    for (const item of select.fromClause ?? []) this.addFrom(item, scope);
    this.require(select.whereClause, scope);
    const { targetList, havingClause, sortClause, limitCount, valuesLists } = select;
    const parts = this.subqueries([select.whereClause, targetList, havingClause, sortClause, limitCount], scope);
    const columns = valuesLists ? this.values(valuesLists, scope) : this.outputs(targetList, scope);
    return { columns, participants: this.combine(scope, parts) };
  }

  /** Rows of both queries: they are not combined with each other. */
  private union(left: Output, right: Output): Output {
    for (const [index, [, value]] of left.columns.entries()) {
      const other = right.columns[index]?.[1];
      if (other) value.equate(other);
    }
    return { columns: left.columns, participants: [...left.participants, ...right.participants] };
  }

  private insert({ relation, cols, selectStmt, onConflictClause, ...rest }: InsertStmt, outer?: Scope): Output {
    const scope = this.scopeOf(rest.withClause?.ctes, outer);
    const target = this.addTable(relation, scope);
    const source = selectStmt ? this.read(selectStmt, { relations: [], ctes: scope.ctes }) : undefined;
    const names = cols?.map((column) => ('ResTarget' in column ? (column.ResTarget.name ?? '') : ''));
    for (const [index, name] of (names ?? [...target.columns.keys()]).entries()) {
      const written = source?.columns[index]?.[1];
      if (written) target.columns.get(name)?.equate(written);
    }
    const conflict = onConflictClause?.infer?.indexElems?.map((element) =>
      'IndexElem' in element ? element.IndexElem.name : undefined,
    );
    if (target.participants.length > 0 && conflict && conflict[0] !== 'datamart_id')
      this.problems.push(`the conflict target of ${relation?.relname} does not begin with datamart_id`);
    scope.relations.push({ alias: 'excluded', columns: target.columns, participants: [] });
    const parts = this.subqueries([onConflictClause, rest.returningClause], scope);
    const columns = this.outputs(rest.returningClause?.exprs, scope);
    return { columns, participants: this.combine(scope, [...parts, source?.participants ?? []]) };
  }

  private merge({ relation, sourceRelation, joinCondition, ...rest }: MergeStmt, outer?: Scope): Output {
    const scope = this.scopeOf(rest.withClause?.ctes, outer);
    this.addTable(relation, scope);
    if (sourceRelation) this.addFrom(sourceRelation, scope);
    this.require(joinCondition, scope);
    const parts = this.subqueries([joinCondition, rest.mergeWhenClauses, rest.returningClause], scope);
    return { columns: this.outputs(rest.returningClause?.exprs, scope), participants: this.combine(scope, parts) };
  }

  private copy(relation?: RangeVar): Output {
    const { participants } = this.addTable(relation, { relations: [], ctes: new Map() });
    for (const { datamart_id } of participants) datamart_id.bind('batch');
    return { columns: [], participants };
  }

  private change(
    target: RangeVar | undefined,
    from: Node[] = [],
    {
      whereClause,
      outer,
      ...rest
    }: Pick<InsertStmt, 'withClause' | 'returningClause'> & { whereClause?: Node; targetList?: Node[]; outer?: Scope },
  ): Output {
    const scope = this.scopeOf(rest.withClause?.ctes, outer);
    this.addTable(target, scope);
    for (const item of from) this.addFrom(item, scope);
    this.require(whereClause, scope);
    const parts = this.subqueries([whereClause, rest.targetList, rest.returningClause], scope);
    return { columns: this.outputs(rest.returningClause?.exprs, scope), participants: this.combine(scope, parts) };
  }

  private scopeOf(ctes: Node[] = [], outer?: Scope): Scope {
    const known = new Map(outer?.ctes);
    for (const node of ctes) {
      const { ctename = '', ctequery } = (node as { CommonTableExpr: CommonTableExpr }).CommonTableExpr;
      if (!ctequery) continue;
      // Also one that nothing refers to, such as a deletion.
      this.read(ctequery, { relations: [], ctes: new Map(known) });
      known.set(ctename, ctequery);
    }
    return { relations: [], ctes: known, outer };
  }

  private addFrom(item: Node, scope: Scope): void {
    if ('RangeVar' in item) this.addTable(item.RangeVar, scope);
    else if ('RangeFunction' in item) scope.relations.push(functionRelation(item.RangeFunction));
    else if ('RangeSubselect' in item) {
      const { subquery, alias, lateral } = item.RangeSubselect;
      const outer = { relations: lateral ? [...scope.relations] : [], ctes: scope.ctes, outer: scope.outer };
      if (subquery) scope.relations.push(renamed(this.read(subquery, outer), alias?.aliasname, alias?.colnames));
    } else if ('JoinExpr' in item) this.addJoin(item.JoinExpr, scope);
  }

  private addJoin(
    { larg, rarg, usingClause = [], quals }: Extract<Node, { JoinExpr: unknown }>['JoinExpr'],
    scope: Scope,
  ) {
    if (larg) this.addFrom(larg, scope);
    const left = { ...scope, relations: [...scope.relations] };
    if (rarg) this.addFrom(rarg, scope);
    const right = { ...scope, relations: scope.relations.slice(left.relations.length) };
    for (const column of usingClause) {
      const [one, other] = [findColumn(left, [column]), findColumn(right, [column])];
      if (one && other) one.equate(other);
    }
    this.require(quals, scope);
    const parts = this.subqueries([quals], scope);
    scope.relations.push({ alias: '', columns: new Map(), participants: parts.flat() });
  }

  private addTable(table: RangeVar | undefined, scope: Scope): Relation {
    const { relname = '', alias } = table ?? {};
    const cte = scope.ctes.get(relname);
    // Read again for each reference: two references to one are not the same rows.
    const relation = cte
      ? renamed(this.read(cte, { relations: [], ctes: withoutName(scope.ctes, relname) }), alias?.aliasname ?? relname)
      : this.tableRelation(relname, alias?.aliasname ?? relname);
    scope.relations.push(relation);
    return relation;
  }

  private tableRelation(table: string, alias: string): Relation {
    const columns = new Map((this.tables.get(table) ?? []).map((name) => [name, new ColumnValue()]));
    const datamart_id = columns.get('datamart_id');
    const participants = datamart_id ? [{ table, datamart_id }] : [];
    this.participants.push(...participants);
    return { alias, columns, participants };
  }

  /** Every relation, and every subquery, with every relation beside it. */
  private combine({ relations }: Scope, subqueries: Participant[][]): Participant[] {
    const own = relations.map(({ participants }) => participants);
    for (const [index, some] of own.entries())
      for (const others of [...own.slice(index + 1), ...subqueries])
        for (const left of some) for (const right of others) this.joins.push({ left, right });
    return [...own, ...subqueries].flat();
  }

  private require(condition: Node | undefined, scope: Scope): void {
    for (const part of conjuncts(condition)) if ('A_Expr' in part) this.compare(part.A_Expr, scope);
  }

  private compare({ kind, name, lexpr, rexpr }: Extract<Node, { A_Expr: unknown }>['A_Expr'], scope: Scope): void {
    if (nameOf(name?.[0]) !== '=') return;
    if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN') this.valueOf(lexpr, scope)?.bind('batch');
    if (kind !== 'AEXPR_OP') return;
    const [left, right] = [membersOf(lexpr), membersOf(rexpr)];
    for (const [index, member] of left.entries()) {
      const [one, other] = [this.valueOf(member, scope), this.valueOf(right[index], scope)];
      if (one && other) one.equate(other);
    }
  }

  private valueOf(expression: Node | undefined, scope: Scope): ColumnValue | undefined {
    if (expression === undefined) return undefined;
    if ('ColumnRef' in expression) return findColumn(scope, expression.ColumnRef.fields ?? []);
    if ('TypeCast' in expression) return this.valueOf(expression.TypeCast.arg, scope);
    if ('A_Const' in expression) return new ColumnValue('one');
    if (!('ParamRef' in expression)) return undefined;
    const { number = 0 } = expression.ParamRef;
    const value = this.parameters.get(number) ?? new ColumnValue('one');
    this.parameters.set(number, value);
    return value;
  }

  /** The distributed tables of each subquery in the expressions. `(a, b) in (select …)` compares columns. */
  private subqueries(expressions: unknown[], scope: Scope): Participant[][] {
    return subqueriesIn(expressions).map(({ subselect, testexpr, subLinkType }) => {
      if (!subselect) return [];
      const { columns, participants } = this.read(subselect, scope);
      if (subLinkType === 'ANY_SUBLINK')
        for (const [index, member] of membersOf(testexpr).entries()) {
          const [one, other] = [this.valueOf(member, scope), columns[index]?.[1]];
          if (one && other) one.equate(other);
        }
      return participants;
    });
  }

  private outputs(targets: Node[] = [], scope: Scope): [string, ColumnValue][] {
    return targets.flatMap((target): [string, ColumnValue][] => {
      if (!('ResTarget' in target)) return [];
      const { name, val } = target.ResTarget;
      const fields = val !== undefined && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : [];
      const last = fields.at(-1);
      if (last && 'A_Star' in last) return allColumns(scope, fields.length > 1 ? nameOf(fields[0]) : undefined);
      return [[name ?? nameOf(last), this.valueOf(val, scope) ?? new ColumnValue()]];
    });
  }

  private values(rows: Node[], scope: Scope): [string, ColumnValue][] {
    const [first] = rows.map((row) => ('List' in row ? (row.List.items ?? []) : []));
    return (first ?? []).map((value, index) => {
      const written = rows.length === 1 ? this.valueOf(value, scope) : new ColumnValue('batch');
      return [`column${index + 1}`, written ?? new ColumnValue()];
    });
  }
}

const membersOf = (expression?: Node): Node[] => {
  if (expression === undefined) return [];
  return 'RowExpr' in expression ? (expression.RowExpr.args ?? []) : [expression];
};

function renamed({ columns, participants }: Output, alias = '', names: Node[] = []): Relation {
  const named = columns.map(([name, value], index) => [names[index] ? nameOf(names[index]) : name, value] as const);
  return { alias, columns: new Map(named), participants };
}

/** The rows that a function returns, such as those of `unnest`: the statement brings them along. */
function functionRelation({ alias, functions = [] }: RangeFunction): Relation {
  const names = (alias?.colnames ?? []).map(nameOf);
  const [call] = functions.flatMap((list) => ('List' in list ? (list.List.items ?? []) : []));
  const arity = call !== undefined && 'FuncCall' in call ? (call.FuncCall.args?.length ?? 1) : 1;
  const own = arity === 1 ? [alias?.aliasname ?? 'unnest'] : Array.from({ length: arity }, (_, index) => `#${index}`);
  const columns = (names.length > 0 ? names : own).map((name) => [name, new ColumnValue('batch')] as const);
  return { alias: alias?.aliasname ?? '', columns: new Map(columns), participants: [] };
}

function withoutName<T>(names: ReadonlyMap<string, T>, name: string): Map<string, T> {
  const rest = new Map(names);
  rest.delete(name);
  return rest;
}

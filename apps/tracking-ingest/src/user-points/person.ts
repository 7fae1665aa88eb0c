/** What will be one user point when the batch is done: stored points, new identifiers, or both. */
export class Person {
  private unitedWith?: Person;
  /** Stored user points; more than one are to be merged. */
  points: string[] = [];
  /** Whether the batch adds identifiers, or goes on to write data. */
  changes = false;

  constructor(
    readonly datamart_id: string,
    private ownId: string,
    /** How many identifiers. */
    public size: number,
  ) {}

  static stored(datamart_id: string, user_point_id: string, size: number): Person {
    const person = new Person(datamart_id, user_point_id, size);
    person.points = [user_point_id];
    return person;
  }

  /** The oldest of the stored points, else the id of the new one. */
  get id(): string {
    return this.ownId;
  }

  /** Who this person is by now. */
  current(): Person {
    if (!this.unitedWith) return this;
    return (this.unitedWith = this.unitedWith.current());
  }

  /** Makes one of two; both must be current. */
  unite(other: Person): Person {
    if (other === this) return this;
    const [elder, younger] = this.precedes(other) ? [this, other] : [other, this];
    elder.points = elder.points.concat(younger.points);
    elder.size += younger.size;
    elder.changes ||= younger.changes;
    younger.unitedWith = elder;
    return elder;
  }

  /** Stored points before new ones, whose ids nobody knows yet. */
  private precedes(other: Person): boolean {
    if (this.points.length > 0 !== other.points.length > 0) return this.points.length > 0;
    return this.ownId < other.ownId;
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which content of the topics of credentials and the directory was published, so that a version that publishes more of each
 * entry publishes all of them again. An older version, which may still run, does not know the table.
 */
export class PublishedTopics1795800000005 implements MigrationInterface {
  name = 'PublishedTopics1795800000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table published_topics (topic text primary key, content integer not null)`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('migrations go forward only'));
  }
}

// The cost for the gateway of judging the user agent of an activity.
//
//   npm run build
//   node bench/bots.mjs [pairs]
//
// Each pair reads the same activities once as the gateway does, and once judging each of them a second time: the difference is the cost.
import { isBotActivity } from '@tributary/contracts/tracking/bots';
import { flagBot } from '@tributary/http/body/bot-flag';
import { noExceptions } from '@tributary/contracts/tracking/junk';
import { readActivity } from '../apps/gateway/dist/activities/read-activity.js';
import { activityBody } from './activity-body.mjs';

const pairs = Number(process.argv[2] ?? 31);
const count = 20_000;
const source = {
  datamart_id: '1',
  received_ts: Date.now(),
  request_id: 'r',
  isAnalyzed: true,
  isBotPage: false,
  leavesOutBots: () => false,
  junkExceptions: noExceptions,
};
const browser = (version) =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version} Safari/537.36`;

/** One text for each activity, from `agents` different ones; none without any. */
function bodies(agents, round) {
  return Array.from({ length: count }, (_, index) => {
    const body = activityBody(100_000);
    if (agents === 0) return body;
    const text = browser(`${agents < count ? index % agents : `${round}.${index}`}.0.0.0`);
    return body.replace('"$user_agent_info":{', `"$user_agent_info":{"$raw_value":"${text}",`);
  });
}

/** Parsed again, as each request is: a text that was looked up before has its hash already. */
const parse = (texts) => texts.map((text) => ({ text, value: JSON.parse(text) }));

/** CPU of each activity. @param again judged beside them, if any */
function microseconds(activities, again = []) {
  const start = process.cpuUsage();
  for (const [index, json] of activities.entries()) {
    readActivity(json, source);
    const other = again[index];
    if (other) flagBot(other, isBotActivity(other.value));
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / count;
}

const quantile = (sorted, share) => sorted[Math.round(share * (sorted.length - 1))].toFixed(2);
for (const [name, agents] of [
  ['no user agent', 0],
  ['1,000 different ones', 1_000],
  ['a new one each time', count],
]) {
  const once = [];
  const differences = [];
  for (let pair = 0; pair < pairs; pair++) {
    const cost = (isTwice) => {
      const [activities, again] = [0, 1].map((half) => parse(bodies(agents, 4 * pair + 2 * Number(isTwice) + half)));
      return microseconds(activities, isTwice ? again : []);
    };
    // The sides take turns at being the first.
    const costs = (pair % 2 ? [true, false] : [false, true]).map((isTwice) => [isTwice, cost(isTwice)]).sort();
    once.push(costs[0][1]);
    differences.push(costs[1][1] - costs[0][1]);
  }
  for (const values of [once, differences]) values.sort((a, b) => a - b);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(differences, share));
  console.log(
    `${name}: judging ${middle} µs (quartiles ${low} to ${high}) of ${quantile(once, 0.5)} µs to read the activity`,
  );
}

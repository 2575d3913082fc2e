let value = 1;
value += 1;
export default value * 21;
value = 100;

#define BOOST_TEST_MODULE isonova
#include <boost/test/included/unit_test.hpp>
